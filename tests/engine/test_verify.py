import copy
import json
from pathlib import Path

import pytest

from games.engine.record import read, write
from games.engine.refusals import Unreadable
from games.engine.rules import duel, table
from games.engine.verify import Defect, verify

from .games import recorded

VECTORS = Path(__file__).parents[1] / "vectors"
# The word under which each broken vector's defect must be named.
DEFECTS = {
    "aside_hidden": "aside",
    "bad_cell": "field",
    "bag_swap": "bag",
    "bot_nonce": "nonces",
    "cell_taken": "field",
    "commitment": "commitment",
    "cut": "result",
    "first": "first",
    "left_again": "move",
    "mixed_rules": "rules",
    "nonce": "first",
    "places": "result",
    "points": "points",
    "score": "result",
    "start": "start",
    "tile": "tile",
    "turn": "seat",
}
DUEL, _ = recorded(duel(), b"s" * 32, trouble=0)
TABLE, _ = recorded(table(3), b"t" * 32, trouble=0)


def broken(record, path, value):
    """A copy with one value changed; a path is keys and indexes, dotted."""
    *way, last = [
        int(key) if key.lstrip("-").isdigit() else key for key in path.split(".")
    ]
    changed = inner = copy.deepcopy(record)
    for key in way:
        inner = inner[key]
    inner[last] = value
    return changed


def defect_of(record):
    with pytest.raises(Defect) as found:
        verify(read(write(record)))
    return found.value


def test_there_are_vectors_of_both_kinds():
    assert len(list(VECTORS.glob("ok-*.json"))) == 20
    assert {path.stem[4:] for path in VECTORS.glob("bad-*.json")} == set(DEFECTS)


@pytest.mark.parametrize(
    "path", sorted(VECTORS.glob("ok-*.json")), ids=lambda p: p.stem
)
def test_a_record_made_by_an_independent_program_verifies(path):
    content = path.read_bytes()
    record = read(content)
    state = verify(record)
    assert state.outcome.scores == tuple(record["result"]["scores"])
    assert json.loads(write(record)) == json.loads(content)


@pytest.mark.parametrize("name", DEFECTS)
def test_a_broken_record_is_refused_and_its_defect_named(name):
    with pytest.raises(Defect) as found:
        verify(read((VECTORS / f"bad-{name}.json").read_bytes()))
    assert found.value.word == DEFECTS[name]


def test_the_control_records_verify_before_they_are_broken():
    assert verify(read(write(DUEL))).outcome.reason == "no_field"
    assert verify(read(write(TABLE))).outcome.reason == "claimed"


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("game", "", "game:"),
        ("game", "a game", "game:"),
        ("game", "a_game-1\n", "game:"),
        ("rules.name", "solo", "rules:"),
        ("rules.start", "gold", "rules:"),
        ("rules.players", 3, "rules:"),
        ("seats", DUEL["seats"][:1], "seats:"),
        ("seats.1.player", "A", "seats:"),
        ("fairness.commitment", "A" * 64, "commitment:"),
        ("fairness.commitment", "a" * 64, "commitment:"),
        ("fairness.server_seed", "ab", "commitment:"),
        ("fairness.server_seed", "0" * 64, "commitment:"),
        ("seats.0.nonce", "xyz", "nonces:"),
        ("seats.0.nonce", "A" * 32, "nonces:"),
        ("seats.0.by", "nobody", "nonces:"),
        ("seats.0.by", "rule", "nonces:"),
        ("first", 2, "first:"),
        ("first", -1, "first:"),
        ("first", 1 - DUEL["first"], "first:"),
        ("start", "." * 80, "start:"),
        ("bag", DUEL["bag"][::-1], "bag:"),
        ("moves.0.do", "pass", "move move 1:"),
        ("moves.0.seat", -1, "seat move 1:"),
        ("moves.0.seat", 2, "seat move 1:"),
        ("moves.2.seat", 1 - DUEL["moves"][2]["seat"], "seat move 3:"),
        ("moves.1.tile", 10, "tile move 2:"),
        ("moves.1.cell", "z9", "field move 2:"),
        ("moves.2.cell", DUEL["moves"][1]["cell"], "field move 3:"),
        ("moves.3.points", -1, "points move 4:"),
        ("moves.3.aside", True, "aside move 4:"),
        ("moves.3.aside", False, "aside move 4:"),
        (
            "moves",
            [*DUEL["moves"], DUEL["moves"][0]],
            f"move move {len(DUEL['moves']) + 1}:",
        ),
        ("moves", DUEL["moves"][:-1], "result:"),
        ("result.reason", "bag_empty", "result:"),
        ("result.reason", "voided", "result:"),
        ("result.reason", "boredom", "result:"),
        ("result.scores", [], "result:"),
        ("result.places", None, "result:"),
    ],
)
def test_each_kind_of_defect_has_its_word(path, value, told):
    assert str(defect_of(broken(DUEL, path, value))).startswith(told)


def test_a_claim_where_nobody_claims_is_a_defect_of_the_move():
    tile = DUEL["moves"][0]["tile"]
    claim = {"seat": DUEL["first"], "do": "claim", "tile": tile, "points": 0}
    assert str(defect_of(broken(DUEL, "moves.0", claim))).startswith("move move 1:")


def test_a_seat_that_left_and_moves_is_a_defect_of_the_seat():
    leave = {"seat": 1, "do": "resign"}
    record = broken(TABLE, "moves", [leave, leave])
    assert str(defect_of(record)).startswith("seat move 2:")


def test_the_shape_of_the_whole_file_is_looked_at_before_any_defect():
    record = broken(broken(DUEL, "game", "not an id"), "result", None)
    with pytest.raises(Unreadable):
        read(json.dumps(record).encode())


def test_the_seat_is_named_before_the_tile_and_the_tile_before_the_field():
    move = DUEL["moves"][0]
    wrong = {**move, "seat": 1 - move["seat"], "tile": 0, "cell": "z9", "points": 99}
    assert defect_of(broken(DUEL, "moves.0", wrong)).word == "seat"
    wrong["seat"] = move["seat"]
    assert defect_of(broken(DUEL, "moves.0", wrong)).word == "tile"
    wrong["tile"] = move["tile"]
    assert defect_of(broken(DUEL, "moves.0", wrong)).word == "field"
    wrong["cell"] = move["cell"]
    assert defect_of(broken(DUEL, "moves.0", wrong)).word == "points"


def test_somebody_gone_and_bots_may_repeat_where_persons_may_not():
    for name in (None, "bot:greedy"):
        record = broken(broken(DUEL, "seats.0.player", name), "seats.1.player", name)
        verify(read(write(record)))


def test_a_voided_game_may_stop_at_any_move():
    record = copy.deepcopy(DUEL)
    record["moves"] = record["moves"][:3]
    scores = [0, 0]
    for move in record["moves"]:
        scores[move["seat"]] += move["points"]
    record["result"] = {"reason": "voided", "scores": scores, "places": None}
    assert verify(read(write(record))).outcome.reason == "voided"

    record["result"]["places"] = [1, 2]
    assert defect_of(record).word == "result"


def test_times_and_chain_are_carried_not_judged():
    record = broken(broken(DUEL, "chain", "anything"), "moves.0.at", "whenever")
    assert verify(read(write(record))).outcome
    assert write(read(write(record))) == write(record)
