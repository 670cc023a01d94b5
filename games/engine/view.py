"""What one seat, or a spectator, may see of a game.

The type has room for one tile at most, the viewer's own: what has no field cannot
leak, neither to a page nor to a bot.
"""

from typing import NamedTuple

from .board import Board
from .outcome import Outcome
from .refusals import NoSuchSeat
from .rules import Rules
from .state import State


class View(NamedTuple):
    rules: Rules
    board: Board
    scores: tuple[int, ...]
    left: tuple[str | None, ...]
    aside: tuple[int, ...]
    tiles_in_bag: int
    turn: int | None
    turn_no: int
    outcome: Outcome | None
    seat: int | None
    hand: int | None


def view(state: State, seat: int | None) -> View:
    # A negative number would find somebody else's hand.
    if seat is not None and not 0 <= seat < state.rules.players:
        raise NoSuchSeat(seat)
    return View(
        rules=state.rules,
        board=state.board,
        scores=state.scores,
        left=state.left,
        aside=state.aside,
        tiles_in_bag=len(state.bag),
        turn=state.turn,
        turn_no=state.turn_no,
        outcome=state.outcome,
        seat=seat,
        hand=None if seat is None else state.hands[seat],
    )
