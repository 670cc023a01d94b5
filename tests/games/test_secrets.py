from uuid import uuid4

import pytest
from cryptography.fernet import Fernet, InvalidToken

from games import secrets
from games.engine import fairness
from games.models import GameSecret
from games.services import play
from tests.games.cast import NOON, SEED, begun, offer

pytestmark = pytest.mark.django_db


def test_the_seed_is_not_readable_in_the_database(alice):
    game = offer(alice)
    sealed = GameSecret.objects.get(game=game).sealed
    assert SEED.hex() not in sealed
    assert SEED not in sealed.encode()


def test_the_bag_follows_from_seed_game_and_nonces(alice, bob):
    game = begun(alice, bob)
    seed = fairness.game_seed(SEED, game.public_id, [f"{0:032x}", f"{1:032x}"])
    assert secrets.bag_of(game) == fairness.deal(game.rule_set, seed).bag


def test_a_seed_is_revealed_only_when_the_game_is_over(alice, bob):
    game = begun(alice, bob)
    with pytest.raises(secrets.StillHidden):
        secrets.reveal(game)
    play.resign(game=game.public_id, person=bob, key=uuid4(), now=NOON)
    game.refresh_from_db()
    assert secrets.reveal(game) == SEED


def test_an_open_offer_does_not_reveal_its_seed(alice):
    with pytest.raises(secrets.StillHidden):
        secrets.reveal(offer(alice))


def test_a_swapped_seed_does_not_match_the_commitment(alice):
    game, other = offer(alice), offer(alice)
    assert secrets.check_commitment(game)
    game.secret.delete()
    secrets.keep(game=game, server_seed=b"x" * 32)
    game.refresh_from_db()
    assert not secrets.check_commitment(game)
    assert secrets.check_commitment(other)


def test_rotated_seeds_open_with_the_new_key_alone(alice, settings):
    game = offer(alice)
    old, new = settings.SEED_KEYS[0], Fernet.generate_key().decode()

    settings.SEED_KEYS = [new, old]
    assert secrets.rotate() == 1

    settings.SEED_KEYS = [new]
    game.refresh_from_db()
    assert secrets.check_commitment(game)
    settings.SEED_KEYS = [old]
    with pytest.raises(InvalidToken):
        secrets.check_commitment(game)
