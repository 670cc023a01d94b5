import json
from uuid import uuid4

import pytest

from games.engine.record import read
from games.engine.verify import verify
from games.models import Event
from games.queries.record import NoRecord, record_text
from games.services import play
from tests.games.cast import NOON, begun, move, offer, play_out

pytestmark = pytest.mark.django_db


def test_the_record_of_a_finished_game_is_true(alice, bob):
    game = begun(alice, bob)
    play_out(game)

    record = read(record_text(game=game))

    assert verify(record).outcome
    assert record["chain"] == Event.objects.filter(game=game).in_order().last().hash
    assert record["moves"][0]["at"] == "2026-11-01T13:00:00Z"
    assert [seat["player"] for seat in record["seats"]] == ["Alice", "Bob"]


def test_a_game_called_off_has_a_record_too(alice, bob):
    game = begun(alice, bob)
    move(game)
    play.call_off(game=game.public_id, person=bob, key=uuid4(), now=NOON)
    game.refresh_from_db()

    record = read(record_text(game=game))

    assert verify(record).outcome
    assert record["result"]["places"] is None


def test_somebody_who_is_gone_has_no_name(alice, bob):
    game = begun(alice, bob)
    play_out(game)
    game.seats.filter(person=bob).update(person=None)
    record = json.loads(record_text(game=game))
    assert [seat["player"] for seat in record["seats"]] == ["Alice", None]


def test_neither_an_offer_nor_a_running_game_has_a_record(alice, bob):
    for game in (offer(alice), begun(alice, bob)):
        with pytest.raises(NoRecord):
            record_text(game=game)
