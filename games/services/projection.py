"""What pages and lists read: the log's last position, written onto the rows."""

from datetime import timedelta
from typing import Any

from games.fold import Folded
from games.models import Game

# Of the row, but known before the first event.
SET_AT_THE_START = ("first", "started_at")


def project(game: Game, folded: Folded) -> None:
    """Write the position onto the game and its seats."""
    fields = game_fields(folded)
    # As if no pause had been: the sweep looks early rather than late.
    turn_ends_at = folded.turn_began_at + timedelta(seconds=folded.turn_clock)
    fields["deadline_hint"] = None if folded.state.outcome else turn_ends_at
    _set(game, fields)
    game.save(update_fields=[*fields, *SET_AT_THE_START])
    for seat in game.seats.all():
        fields = seat_fields(folded, seat.number)
        if _set(seat, fields):
            seat.save(update_fields=[*fields])


def game_fields(folded: Folded) -> dict[str, Any]:
    """What the log says of the game's row."""
    state = folded.state
    outcome = state.outcome
    return {
        "status": Game.Status.OVER if outcome else Game.Status.RUNNING,
        "board": state.board.text,
        "aside": "".join(str(tile) for tile in state.aside),
        "turn": state.turn,
        "turn_no": state.turn_no,
        "seq": folded.seq,
        "turn_seq": folded.turn_seq,
        "turn_began_at": folded.turn_began_at,
        "head": folded.head,
        "reason": outcome.reason if outcome else "",
        "shown": outcome.shown if outcome else None,
        "ended_at": folded.at if outcome else None,
    }


def seat_fields(folded: Folded, number: int) -> dict[str, Any]:
    """What the log says of a seat's row."""
    state = folded.state
    places = state.outcome.places if state.outcome else None
    return {
        "score": state.scores[number],
        "left": state.left[number] or "",
        "clock": folded.clocks[number],
        "place": places[number] if places else None,
    }


def _set(row: object, fields: dict[str, Any]) -> bool:
    """Set the fields; say whether that changed anything."""
    changes = [name for name, value in fields.items() if getattr(row, name) != value]
    for name in changes:
        setattr(row, name, fields[name])
    return bool(changes)
