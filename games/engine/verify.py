"""Checking a record: everything in it must follow from its seed and its moves."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import fairness
from .fairness import Deal
from .moves import KINDS, Void, read_move
from .record import move_of, result_of
from .refusals import (
    HasLeft,
    NoClaims,
    NoSuchSeat,
    NotYourTurn,
    Occupied,
    Over,
    Refusal,
    Unreadable,
)
from .rules import BadRules, Rules
from .state import State, apply, begin, check_seat

_WORDS: dict[type[Exception], tuple[str, str]] = {
    Over: ("move", "the game was over already"),
    NoSuchSeat: ("seat", "there is no such seat"),
    HasLeft: ("seat", "this seat has left the game"),
    NotYourTurn: ("seat", "it is another seat's turn"),
    Occupied: ("field", "the field is occupied"),
    NoClaims: ("move", "in this game nobody claims the end"),
}


@dataclass(eq=False)
class Defect(Exception):
    """The first thing in a record that is not true; `move` counts from 1."""

    word: str
    sentence: str
    move: int | None = None

    def __str__(self) -> str:
        at_move = "" if self.move is None else f" move {self.move}"
        return f"{self.word}{at_move}: {self.sentence}"


def verify(record: dict[str, Any]) -> State:
    """The last position of a true record; any other raises its first Defect."""
    *_, (_, state) = positions(record)
    return _check_result(state, record["result"])


def positions(record: dict[str, Any]) -> Iterator[tuple[dict[str, Any] | None, State]]:
    """Each position with the record's move that led to it, checked on the way."""
    if not re.fullmatch("[A-Za-z0-9_-]+", record["game"]):
        raise Defect("game", "an id has letters, digits, _ and -, and nothing else")
    rules = _check_rules(record["rules"])
    _check_seats(rules, record["seats"])
    _check_commitment(**record["fairness"])
    _check_nonces(record)
    state = begin(rules, _check_deal(rules, record), record["first"])
    yield None, state
    for number, move in enumerate(record["moves"], start=1):
        try:
            state = _check_move(state, move)
        except Defect as defect:
            defect.move = number
            raise
        yield move, state


def _check_rules(rules: dict[str, Any]) -> Rules:
    try:
        return Rules(**rules)
    except BadRules as error:
        raise Defect("rules", str(error)) from None


def _check_seats(rules: Rules, seats: list[dict[str, Any]]) -> None:
    if len(seats) != rules.players:
        raise Defect("seats", f"{len(seats)} seats for {rules.players} players")
    names = [seat["player"] for seat in seats if seat["player"] is not None]
    persons = [name for name in names if not name.startswith("bot:")]
    if len(set(persons)) < len(persons):
        raise Defect("seats", "one person holds two seats")


def _check_commitment(*, commitment: str, server_seed: str) -> None:
    if not _is_hex(commitment, 64) or not _is_hex(server_seed, 64):
        raise Defect("commitment", "commitment and seed are 64 small hex digits each")
    if commitment != fairness.commitment(bytes.fromhex(server_seed)):
        raise Defect("commitment", "the seed is not the one that was committed to")


def _is_hex(text: str, length: int) -> bool:
    return re.fullmatch(f"[0-9a-f]{{{length}}}", text) is not None


def _check_nonces(record: dict[str, Any]) -> None:
    for number, seat in enumerate(record["seats"]):
        nonce, by = seat["nonce"], seat.get("by", "player")
        if not _is_hex(nonce, 32):
            raise Defect("nonces", f"seat {number}: a nonce is 32 small hex digits")
        if by not in ("player", "server", "rule"):
            raise Defect("nonces", f"seat {number}: by is player, server or rule")
        if by == "rule" and nonce != fairness.bot_nonce(
            record["fairness"]["commitment"], number
        ):
            raise Defect("nonces", f"seat {number}: the nonce does not follow the rule")


def _check_deal(rules: Rules, record: dict[str, Any]) -> Deal:
    server_seed = bytes.fromhex(record["fairness"]["server_seed"])
    nonces = [seat["nonce"] for seat in record["seats"]]
    seed = fairness.game_seed(server_seed, record["game"], nonces)
    if not 0 <= record["first"] < rules.players:
        raise Defect("first", f"there is no seat {record['first']}")
    if rules.first == "lot" and record["first"] != fairness.first_by_lot(
        seed, rules.players
    ):
        raise Defect("first", "the lot fell on another seat")
    dealt = fairness.deal(rules, seed)
    if record["start"] != dealt.start.text:
        raise Defect("start", "the start tiles do not follow from the seed")
    if record["bag"] != dealt.bag:
        raise Defect("bag", "the bag does not follow from the seed")
    return dealt


def _check_move(state: State, move: dict[str, Any]) -> State:
    if move["do"] not in KINDS:
        raise Defect("move", f"there is no move {move['do'][:40]!a}")
    try:
        check_seat(state, move["seat"], move["do"])
        if "tile" in move and move["tile"] != state.hands[move["seat"]]:
            raise Defect("tile", f"{move['tile']} is not the tile in that hand")
        state, event = apply(state, read_move(move["do"], move["seat"], move))
    except Refusal as refusal:
        raise Defect(*_WORDS[type(refusal)]) from None
    except Unreadable as error:
        raise Defect("field", str(error)) from None
    true = move_of(event)
    if move.get("points") != true.get("points"):
        raise Defect("points", f"the tile brings {true['points']} there")
    if move.get("aside") != true.get("aside"):
        verb = "was" if event.aside else "was not"
        raise Defect("aside", f"the tile {verb} set aside")
    return state


def _check_result(state: State, result: dict[str, Any]) -> State:
    if result["reason"] == "voided":
        if state.outcome:
            raise Defect("result", "a game that had ended already cannot be voided")
        state, _ = apply(state, Void())
    if state.outcome is None:
        raise Defect("result", "the game is not over after the last move")
    for key, true in result_of(state.outcome).items():
        if result[key] != true:
            raise Defect("result", f"{key}: {true!a} is right")
    return state
