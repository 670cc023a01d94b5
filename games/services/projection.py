"""What pages and lists read: the log's last position, written onto the rows."""

from datetime import timedelta

from games.fold import Folded
from games.models import Game

PROJECTED = (
    "status",
    "board",
    "aside",
    "first",
    "turn",
    "turn_no",
    "seq",
    "turn_seq",
    "turn_began_at",
    "deadline_hint",
    "head",
    "reason",
    "shown",
    "started_at",
    "ended_at",
)


def project(game: Game, folded: Folded) -> None:
    """Write the position onto the game and its seats."""
    state = folded.state
    outcome = state.outcome
    game.status = Game.Status.OVER if outcome else Game.Status.RUNNING
    game.board = state.board.text
    game.aside = "".join(str(tile) for tile in state.aside)
    game.turn = state.turn
    game.turn_no = state.turn_no
    game.seq = folded.seq
    game.turn_seq = folded.turn_seq
    game.turn_began_at = folded.turn_began_at
    game.head = folded.head
    game.reason = outcome.reason if outcome else ""
    game.shown = outcome.shown if outcome else None
    game.ended_at = folded.at if outcome else None
    # As if no pause had been: the sweep looks early rather than late.
    turn_ends_at = folded.turn_began_at + timedelta(seconds=folded.turn_clock)
    game.deadline_hint = None if outcome else turn_ends_at
    game.save(update_fields=PROJECTED)
    for seat in game.seats.all():
        stood = (seat.score, seat.left, seat.clock, seat.place)
        seat.score = state.scores[seat.number]
        seat.left = state.left[seat.number] or ""
        seat.clock = folded.clocks[seat.number]
        seat.place = outcome.places[seat.number] if outcome and outcome.places else None
        if (seat.score, seat.left, seat.clock, seat.place) != stood:
            seat.save(update_fields=["score", "left", "clock", "place"])
