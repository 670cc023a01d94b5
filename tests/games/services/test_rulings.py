from uuid import uuid4

import pytest

from accounts.models import Notice
from games.engine.refusals import Over
from games.engine.rules import table
from games.models import Ruling
from games.services import play, rulings
from games.services.offers import NotOpen
from tests.games.cast import NOON, asked, begun, offer

pytestmark = pytest.mark.django_db


def test_a_moderator_voids_a_game_with_words_that_stand_apart(alice, bob, dora):
    game = begun(alice, bob)
    key = uuid4()
    said = {"by": dora, "words": "Both asked for it.", "key": key, "now": NOON}

    event = rulings.void(game=game.public_id, **said)

    assert rulings.void(game=game.public_id, **said) == event
    assert (event.ends, event.key) == ("voided", f"mod:{key}")
    assert event.payload == {"by": "moderator", "reason": "ruling"}
    assert Ruling.objects.get(event=event).words == "Both asked for it."
    told = Notice.objects.filter(kind="over").values_list("person__name", flat=True)
    assert sorted(told) == ["Alice", "Bob"]


def test_a_game_that_is_over_cannot_be_voided(alice, bob, dora):
    game = begun(alice, bob)
    said = {"game": game.public_id, "by": dora, "words": "x", "now": NOON}
    rulings.void(key=uuid4(), **said)
    with pytest.raises(Over):
        rulings.void(key=uuid4(), **said)
    assert Ruling.objects.count() == 1


def test_three_play_on_without_the_one_who_was_removed(alice, bob, carol, dora):
    game = begun(alice, bob, carol, rules=table(3, first="host"))
    said = {"by": dora, "words": "Insults.", "key": uuid4(), "now": NOON}

    rulings.remove(game=game.public_id, seat=2, **said)

    game.refresh_from_db()
    assert game.is_running
    assert game.seats.get(number=2).left == "removed"
    assert Notice.objects.get(kind="out").person == carol


def test_nobody_rules_on_a_game_that_they_play_in(alice, bob, carol):
    game = begun(alice, bob, carol, rules=table(3, first="host"))
    said = {"game": game.public_id, "by": carol, "words": "x", "now": NOON}
    play.resign(**asked(game, carol))

    with pytest.raises(rulings.OwnGame):
        rulings.void(key=uuid4(), **said)
    with pytest.raises(rulings.OwnGame):
        rulings.remove(seat=0, key=uuid4(), **said)

    game.refresh_from_db()
    assert game.is_running
    assert not Ruling.objects.exists()


def test_a_moderator_withdraws_an_offer_once_and_who_sat_there_is_told(alice, dora):
    game = offer(alice)
    said = {"game": game.public_id, "by": dora, "now": NOON}

    rulings.withdraw(words="A name that insults.", **said)
    rulings.withdraw(words="Again.", **said)

    game.refresh_from_db()
    assert game.status == "cancelled"
    assert Ruling.objects.get(game=game).words == "A name that insults."
    assert Notice.objects.get(kind="withdrawn").person == alice


def test_nobody_withdraws_an_offer_that_they_sit_at(dora):
    game = offer(dora)
    with pytest.raises(rulings.OwnGame):
        rulings.withdraw(game=game.public_id, by=dora, words="x", now=NOON)


def test_what_is_no_offer_cannot_be_withdrawn(alice, bob, carol, dora):
    game = begun(alice, bob, carol, rules=table(3, first="host"))
    said = {"game": game.public_id, "by": dora, "words": "x", "now": NOON}
    rulings.remove(seat=2, key=uuid4(), **said)
    with pytest.raises(NotOpen):
        rulings.withdraw(**said)
