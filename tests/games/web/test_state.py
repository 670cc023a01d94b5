from dataclasses import asdict

import pytest
from django.test import Client

from games.engine.rules import table
from tests.games.cast import begun, folded, move, offer, play_out

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.time_machine("2026-11-01T18:00:00Z", tick=False),
]


def state(client, game):
    answer = client.get(f"/games/{game.public_id}/state.json")
    assert answer["Cache-Control"] == "private, no-store"
    return answer.json()


def test_a_running_game_tells_exactly_this(alice, bob, sign_in):
    game = begun(alice, bob)
    event = move(game)
    hand = folded(game).state.hands[1]

    assert state(sign_in(bob), game) == {
        "game": game.public_id,
        "seq": 2,
        "turn_no": 2,
        "status": "running",
        "turn": 1,
        "board": game.board,
        "seats": [
            {"player": "Alice", "score": event.payload["points"], "left": False},
            {"player": "Bob", "score": 0, "left": False},
        ],
        "hand": hand,
        "deadline": "2026-11-04T12:00:00Z",
        "rules": asdict(game.rule_set),
        "result": None,
    }


def test_a_hand_is_for_its_owner(alice, bob, carol, sign_in):
    game = begun(alice, bob)
    for client in (sign_in(bob), sign_in(carol), Client()):
        assert state(client, game)["hand"] is None
    assert state(sign_in(alice), game)["hand"] == folded(game).state.hands[0]


def test_at_the_table_one_waits_with_a_tile(alice, bob, sign_in):
    game = begun(alice, bob, rules=table(2, first="host"))
    seen = state(sign_in(bob), game)
    assert (seen["turn"], seen["hand"]) == (0, folded(game).state.hands[1])


def test_an_offer_has_neither_turn_nor_board(alice):
    seen = state(Client(), offer(alice))
    assert (seen["status"], seen["seq"], seen["turn"]) == ("open", 0, None)
    assert (seen["board"], seen["deadline"]) == ("." * 81, None)
    assert seen["seats"] == [{"player": "Alice", "score": 0, "left": False}]


def test_the_end_tells_the_result_as_a_record_does(alice, bob):
    game = begun(alice, bob)
    play_out(game)
    seen = state(Client(), game)
    record = Client().get(f"/games/{game.public_id}/record.json").json()
    assert seen["result"] == record["result"]
    assert (seen["status"], seen["turn"], seen["deadline"]) == ("over", None, None)
