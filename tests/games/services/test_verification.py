"""A game that was tampered with, in every place where one could."""

import pytest

from games.engine.rules import table
from games.models import Event, Game, GameSecret, Seat
from games.secrets import keep
from games.services.verification import first_difference, verify
from tests.games.cast import NOON, begun, move, offer, play_out
from tests.services.flush import triggers_off

pytestmark = pytest.mark.django_db

CUT_OFF = "the log does not end where the game's row says"


@pytest.fixture
def game(alice, bob):
    game = begun(alice, bob)
    for _ in range(4):
        move(game)
    return game


def change_event(game, seq, **fields):
    """Past the triggers, as only the owner of the database could."""
    with triggers_off():
        Event.objects.filter(game=game, seq=seq).update(**fields)


def found(game):
    difference = first_difference(game=game.public_id)
    assert difference is None or difference.game == game.public_id
    return difference and (difference.seq, difference.what)


def test_an_honest_game_has_none(game):
    assert found(game) is None


@pytest.mark.parametrize("rules", [table(2, first="host"), table(1), table(3)])
def test_nor_has_one_that_was_played_out(alice, bob, carol, rules):
    game = begun(*[alice, bob, carol][: rules.players], rules=rules)
    for _ in range(5):
        move(game)
    assert found(game) is None


def test_nor_has_one_that_is_over_or_never_began(alice, bob):
    over = begun(alice, bob)
    play_out(over)
    assert found(over) is None
    assert found(offer(alice)) is None


def test_an_event_that_was_changed(game):
    payload = game.events.get(seq=3).payload
    change_event(game, 3, payload={**payload, "points": 99})
    assert found(game) == (3, "the hash chain is broken")


def test_a_log_whose_end_was_cut_off(game):
    with triggers_off():
        Event.objects.filter(game=game, seq=5).delete()
    assert found(game) == (4, CUT_OFF)


def test_a_log_that_is_gone(game):
    with triggers_off():
        Event.objects.filter(game=game).delete()
    assert found(game) == (0, CUT_OFF)


@pytest.mark.parametrize(
    "fields",
    [
        {"board": "." * 81},
        {"turn_no": 3},
        {"turn": 1},
        {"aside": "5"},
    ],
)
def test_a_row_that_says_something_else(game, fields):
    Game.objects.filter(pk=game.pk).update(**fields)
    [name] = fields
    assert found(game) == (5, f"the row's {name} is not the log's")


@pytest.mark.parametrize("fields", [{"seq": 4}, {"head": "0" * 64}])
def test_a_row_that_knows_of_another_end(game, fields):
    Game.objects.filter(pk=game.pk).update(**fields)
    assert found(game) == (5, CUT_OFF)


@pytest.mark.parametrize("fields", [{"score": 200}, {"left": "resign"}, {"clock": 5}])
def test_a_seat_that_says_something_else(game, fields):
    Seat.objects.filter(game=game, number=1).update(**fields)
    [name] = fields
    assert found(game) == (5, f"the {name} of seat 1 is not the log's")


def test_another_seed(game):
    GameSecret.objects.all().delete()
    keep(game=game, server_seed=bytes(32))
    assert found(game) == (0, "the seed is not the one that was committed to")


def test_a_seed_that_no_key_opens(game):
    GameSecret.objects.update(sealed="lost")
    assert found(game) == (0, "none of SEED_KEYS opens the seed")


def test_another_nonce(game):
    Seat.objects.filter(game=game, number=1).update(nonce="f" * 32)
    assert found(game) == (1, "seats is not what was agreed on")


def test_a_move_with_false_points_in_a_whole_chain(game, monkeypatch):
    """Somebody who writes the chain anew still cannot invent points."""
    event = game.events.get(seq=5)
    event.payload["points"] += 1
    monkeypatch.setattr("games.fold.first_break", lambda commitment, log: None)
    change_event(game, 5, payload=event.payload)
    seq, what = found(game)
    assert seq == 5
    assert what.startswith("it says {")


def frozen_after_verifying(game):
    verify(game=game.public_id, now=NOON)
    game.refresh_from_db()
    return game.frozen_at is not None


def test_a_log_that_was_changed_is_frozen_and_thaws_when_it_is_whole_again(game):
    payload = game.events.get(seq=3).payload
    change_event(game, 3, payload={**payload, "points": 99})
    assert frozen_after_verifying(game)
    change_event(game, 3, payload=payload)
    assert not frozen_after_verifying(game)


def test_what_the_operator_can_mend_freezes_nothing(game):
    Game.objects.filter(pk=game.pk).update(board="." * 81)
    assert not frozen_after_verifying(game)
    GameSecret.objects.update(sealed="lost")
    assert not frozen_after_verifying(game)
