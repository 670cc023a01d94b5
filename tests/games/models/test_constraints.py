import pytest
from django.db import IntegrityError, transaction

from games.models import Event, Game, Pulse, Seat
from tests.games.cast import NOON, begun, offer

pytestmark = pytest.mark.django_db


def refused(change):
    with pytest.raises(IntegrityError), transaction.atomic():
        change()


@pytest.fixture
def game(alice, bob):
    return begun(alice, bob)


def event(game, **fields):
    usual = {"seq": 2, "kind": "place", "payload": {}, "at": NOON, "key": "k"}
    return lambda: Event.objects.create(game=game, **usual | fields)


@pytest.mark.parametrize(
    "wrong", [{"seq": 1}, {"key": "start"}, {"kind": "dance"}, {"key": ""}, {"seq": 0}]
)
def test_the_log_takes_no_second_or_impossible_event(game, wrong):
    refused(event(game, **wrong))


def test_a_game_ends_once(game):
    event(game, ends="voided")()
    refused(event(game, seq=3, key="l", ends="resigned"))


def test_one_person_sits_once_and_a_seat_is_taken_once(game, alice, carol):
    refused(lambda: Seat.objects.create(game=game, number=2, person=alice))
    refused(lambda: Seat.objects.create(game=game, number=1, person=carol))
    refused(lambda: Seat.objects.create(game=game, number=4, person=carol))
    refused(lambda: Seat.objects.create(game=game, number=2, person=carol, bot="keen"))


def test_a_game_has_a_turn_exactly_while_it_runs(game, alice):
    refused(lambda: Game.objects.filter(pk=game.pk).update(turn=None))
    other = offer(alice)
    refused(lambda: Game.objects.filter(pk=other.pk).update(turn=0))
    refused(lambda: Game.objects.filter(pk=other.pk).update(status="lost"))
    refused(lambda: Game.objects.filter(pk=other.pk).update(clock_cap=0))


def test_there_is_one_pulse():
    Pulse.read()
    assert Pulse.read().pk == 1
    refused(lambda: Pulse.objects.create(id=2))
