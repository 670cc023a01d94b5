import copy
import json

import pytest

from games.engine.record import read, write
from games.engine.refusals import Unreadable
from games.engine.rules import duel

from .games import recorded
from .test_verify import broken

RECORD, _ = recorded(duel(), b"r" * 32)
GOOD = write(RECORD).decode()


def test_a_record_is_written_with_keys_in_order_and_indented_by_one_space():
    shuffled = dict(reversed(copy.deepcopy(RECORD).items()))
    assert write(shuffled).decode() == GOOD
    assert GOOD.startswith(
        '{\n "format": "postdoku-1",\n "game": "a_game-1",\n "rules": {\n'
    )
    assert GOOD.endswith("\n }\n}\n")


def test_names_are_written_as_they_are():
    assert '"Zoë"' in write(broken(RECORD, "seats.0.player", "Zoë")).decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "{",
        "null",
        "[]",
        "7",
        '"text"',
        "\ufeff" + GOOD,
        GOOD + "x",
        GOOD.replace("postdoku-1", "postdoku-2"),
        GOOD.replace('"version": 1', '"version": 2'),
        GOOD.replace('"version": 1', '"version": true'),
        GOOD.replace('"players": 2', '"players": 2.0'),
        GOOD.replace('"players": 2', '"players": 2e0'),
        GOOD.replace('"players": 2', '"players": "2"'),
        GOOD.replace('"players": 2', '"players": NaN'),
        GOOD.replace('"players": 2', '"players": -Infinity'),
        GOOD.replace('"players": 2', '"players": 1234567890123456'),
        GOOD.replace('"players": 2', '"players": ' + "9" * 10_000),
        GOOD.replace('"players": 2', '"players": 2, "players": 2'),
        GOOD.replace('"players": 2', '"players": 2, "colour": "red"'),
        GOOD.replace('"players": 2,', ""),
        GOOD.replace('"player": "A"', '"player": 1'),
        GOOD.replace('"player": "A"', '"player": "\\u0000"'),
        GOOD.replace('"player": "A"', '"player": "\\ud800"'),
        GOOD.replace('"player": "A"', '"player": "\0"'),
        GOOD.replace('"do": "place"', '"do": 1', 1),
        GOOD.replace('"do": "place"', '"do": ["place"]', 1),
        GOOD.replace('"do": "place"', '"do": "resign"', 1),
        GOOD.replace('"do": "place"', '"do": "claim"', 1),
        GOOD.replace('"do": "place"', '"do": "place", "mood": "good"', 1),
        GOOD.replace('"do": "place"', '"do": "place", "aside": 1', 1),
        GOOD.replace('"do": "place"', '"do": "place", "at": 1', 1),
        "[" * 100_000,
        '{"format": ' + "[" * 100_000 + "]" * 100_000 + "}",
    ],
)
def test_what_is_no_record_is_unreadable_with_one_sentence(text):
    assert text != GOOD
    with pytest.raises(Unreadable) as refused:
        read(text.encode())
    assert str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("rules", []),
        ("seats", {}),
        ("seats.0", None),
        ("moves", None),
        ("moves.0", []),
        ("result.scores", [1, True]),
        ("result.places", "first"),
        ("fairness", {}),
        ("first", None),
        ("chain", 5),
    ],
)
def test_a_wrong_type_is_unreadable_wherever_it_stands(path, value):
    with pytest.raises(Unreadable):
        read(json.dumps(broken(RECORD, path, value)).encode())


def test_what_is_not_utf_8_is_unreadable():
    with pytest.raises(Unreadable, match="UTF-8"):
        read(GOOD.replace('"A"', '"\xe9"').encode("latin-1"))


def test_an_unknown_kind_of_move_is_readable_so_that_its_defect_can_be_named():
    record = read(GOOD.replace('"do": "place"', '"do": "dance"', 1).encode())
    assert record["moves"][0]["do"] == "dance"
