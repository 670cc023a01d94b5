"""The record of a finished game: a JSON text, read and written to the byte."""

import json
from dataclasses import asdict
from typing import Any, Final

from .fairness import commitment, deal, game_seed
from .moves import LEAVINGS, Event
from .outcome import Outcome
from .refusals import Unreadable
from .rules import VERSION, Rules
from .shape import fit, parse

FORMAT: Final = "postdoku-1"

_LEAVE: Final = {"seat": int, "do": str, "at?": str}
_TILE: Final = {"seat": int, "do": str, "tile": int}
_BROUGHT: Final = {"points": int, "aside?": bool, "at?": str}
_MOVES: Final = {
    "place": {**_TILE, "cell": str, **_BROUGHT},
    "claim": {**_TILE, **_BROUGHT},
    **dict.fromkeys(LEAVINGS, _LEAVE),
}
# A kind of move nobody knows is readable: the verifier names it as that move's defect.
_ANY_MOVE: Final = {
    **_LEAVE,
    "tile?": int,
    "cell?": str,
    "points?": int,
    "aside?": bool,
}


def _move_shape(value: Any) -> dict[str, type]:
    do = value.get("do") if isinstance(value, dict) else None
    return _MOVES.get(do, _ANY_MOVE) if isinstance(do, str) else _ANY_MOVE


_RECORD: Final = {
    "format": str,
    "game": str,
    "rules": Rules.__annotations__,
    "first": int,
    "seats": [{"player": (str, None), "nonce": str, "by?": str}],
    "fairness": {"commitment": str, "server_seed": str},
    "start": str,
    "bag": str,
    "moves": [_move_shape],
    "result": {"reason": str, "scores": [int], "places": ([int], None)},
    "chain?": str,
}


def read(content: bytes) -> dict[str, Any]:
    """A record whose shape is right; whether it is true, `verify` says."""
    try:
        value = parse(content.decode())
    except UnicodeDecodeError:
        raise Unreadable("this is not UTF-8") from None
    record: dict[str, Any] = fit(_RECORD, value, "record")
    if record["format"] != FORMAT:
        raise Unreadable(f"the format is not {FORMAT!r}")
    if record["rules"]["version"] != VERSION:
        raise Unreadable("this version of the rules is not known here")
    return record


def write(record: dict[str, Any]) -> bytes:
    ordered = fit(_RECORD, record, "record")
    return f"{json.dumps(ordered, indent=1, ensure_ascii=False)}\n".encode()


def record_of(
    *,
    game: str,
    rules: Rules,
    first: int,
    seats: list[dict[str, Any]],
    server_seed: bytes,
    moves: list[dict[str, Any]],
    outcome: Outcome,
) -> dict[str, Any]:
    """The record of a game that began and ended; start and bag follow from the seed."""
    seed = game_seed(server_seed, game, [seat["nonce"] for seat in seats])
    start, bag = deal(rules, seed)
    return {
        "format": FORMAT,
        "game": game,
        "rules": asdict(rules),
        "first": first,
        "seats": seats,
        "fairness": {
            "commitment": commitment(server_seed),
            "server_seed": server_seed.hex(),
        },
        "start": start.text,
        "bag": bag,
        "moves": moves,
        "result": result_of(outcome),
    }


def move_of(event: Event) -> dict[str, Any]:
    """A tile that was shown follows from the bag, so a record does not repeat it."""
    return {"seat": event.seat, "do": event.do, **event._replace(shown=None).payload()}


def result_of(outcome: Outcome) -> dict[str, Any]:
    return {
        "reason": outcome.reason,
        "scores": list(outcome.scores),
        "places": None if outcome.places is None else list(outcome.places),
    }
