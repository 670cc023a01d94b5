"""Rows that follow from the log can be lost; a log that is broken is not spread."""

import pytest

from games.models import Event, Game, Seat
from games.services.rebuilding import rebuild
from games.services.verification import first_difference
from tests.games.cast import begun, move, offer, play_out
from tests.services.flush import triggers_off

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(alice, bob):
    game = begun(alice, bob)
    for _ in range(4):
        move(game)
    return game


@pytest.fixture
def over(alice, bob):
    game = begun(alice, bob)
    play_out(game)
    return game


def rows(game):
    return (
        Game.objects.filter(pk=game.pk).values().get(),
        list(Seat.objects.filter(game=game).order_by("number").values()),
    )


FORGOTTEN = {
    "board": "",
    "aside": "1",
    "turn": None,
    "turn_no": 0,
    "turn_seq": 0,
    "turn_began_at": None,
    "deadline_hint": None,
    "reason": "",
    "shown": None,
    "started_at": None,
    "ended_at": None,
}


@pytest.mark.parametrize("which", ["running", "over"])
@pytest.mark.parametrize("status", ["open", "cancelled", "over"])
def test_everything_that_follows_from_the_log_is_written_anew(request, which, status):
    game = request.getfixturevalue(which)
    before = rows(game)
    Game.objects.filter(pk=game.pk).update(status=status, **FORGOTTEN)
    Seat.objects.filter(game=game).update(score=1, left="resign", clock=1, place=1)
    assert first_difference(game=game.public_id)

    assert rebuild(game=game.public_id) is None

    assert rows(game) == before
    assert first_difference(game=game.public_id) is None


def test_where_nothing_is_wrong_nothing_changes(running, over, alice):
    for game in (running, over, offer(alice)):
        before = rows(game)
        assert rebuild(game=game.public_id) is None
        assert rows(game) == before


def test_the_game_goes_on(running):
    Game.objects.filter(pk=running.pk).update(board="." * 81, turn_no=0, turn_seq=0)
    rebuild(game=running.public_id)
    move(running)
    assert first_difference(game=running.public_id) is None


def left_alone(game):
    before = rows(game)
    difference = rebuild(game=game.public_id)
    assert rows(game) == before
    return difference.seq, difference.what


def test_a_broken_chain_is_not_spread(running):
    Game.objects.filter(pk=running.pk).update(board="." * 81)
    with triggers_off():
        Event.objects.filter(game=running, seq=3).update(clock=1)
    assert left_alone(running) == (3, "the hash chain is broken")


OTHER_END = "the log does not end where the game's row says"


def test_nor_is_a_log_that_lost_its_end(running):
    with triggers_off():
        Event.objects.filter(game=running, seq=5).delete()
    assert left_alone(running) == (4, OTHER_END)


def test_nor_one_that_is_gone(running):
    with triggers_off():
        Event.objects.filter(game=running).delete()
    assert left_alone(running) == (0, OTHER_END)


def test_an_offer_that_says_it_runs_has_nothing_to_be_written_from(alice):
    game = offer(alice)
    Game.objects.filter(pk=game.pk).update(status="running", turn=0)
    assert left_alone(game) == (0, "the row says running, but there is no log")


def test_nor_one_whose_seed_cannot_be_opened(running):
    running.secret.sealed = "lost"
    running.secret.save()
    assert left_alone(running) == (0, "none of SEED_KEYS opens the seed")
