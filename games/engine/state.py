"""A game as a value, and the only ways from one position to the next."""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from .board import Board
from .fairness import Deal, deal, first_by_lot
from .grid import CELLS, cells_of
from .moves import LEAVINGS, OUT_OF_TURN, Claim, Event, Leave, Move, Place, Void
from .outcome import Outcome, places
from .refusals import (
    HasLeft,
    NoClaims,
    NoSuchSeat,
    NotYourTurn,
    Occupied,
    Over,
    Unreadable,
)
from .rules import BadRules, Rules

T = TypeVar("T")


class State(NamedTuple):
    """Everything there is to know, hidden tiles included: never send it anywhere."""

    rules: Rules
    board: Board
    bag: str
    hands: tuple[int | None, ...]
    scores: tuple[int, ...]
    left: tuple[str | None, ...]
    aside: tuple[int, ...]
    turn: int | None
    turn_no: int
    outcome: Outcome | None


def setup(rules: Rules, seed: bytes, first: int | None = None) -> State:
    """The position before the first move; `first` is None where the lot decides."""
    if first is None and rules.first == "host":
        raise BadRules("the host has to name who begins")
    if first is None:
        first = first_by_lot(seed, rules.players)
    return begin(rules, deal(rules, seed), first)


def begin(rules: Rules, dealt: Deal, first: int) -> State:
    """The same from a deal that is known, as a log or a record knows it."""
    if not 0 <= first < rules.players:
        raise NoSuchSeat(first)
    nobody: tuple[None, ...] = (None,) * rules.players
    scores = (0,) * rules.players
    state = State(
        rules, dealt.start, dealt.bag, nobody, scores, nobody, (), first, 1, None
    )
    if rules.draw == "ahead":
        for place_in_order in range(rules.players):
            state = _draw(state, (first + place_in_order) % rules.players)
    return _begin_turn(state, first)


def replay(
    rules: Rules, seed: bytes, first: int | None, moves: Iterable[Move]
) -> State:
    state = setup(rules, seed, first)
    for move in moves:
        state, _ = apply(state, move)
    return state


def legal_cells(state: State) -> tuple[int, ...]:
    """The fields that take the tile of the player to move."""
    tile = None if state.turn is None else state.hands[state.turn]
    return () if tile is None else tuple(cells_of(state.board.fitting(tile)))


def points(state: State, cell: int) -> int:
    """What a tile that fits on this field would bring now."""
    return state.board.points(cell, state.rules.scoring)


def apply(state: State, move: Move) -> tuple[State, Event]:
    """The next position and what happened; a refusal changes nothing."""
    if isinstance(move, Void):
        check_running(state)
        return _end(state, "voided"), Event("void", None, ends="voided")
    check_seat(state, move.seat, move.do)
    match move:
        case Place():
            after, event = _place(state, move)
        case Claim():
            after, event = _claim(state, move)
        case Leave():
            after, event = _leave(state, move)
    if after.outcome:
        event = event._replace(ends=after.outcome.reason, shown=after.outcome.shown)
    return after._replace(turn_no=state.turn_no + 1), event


def check_running(state: State) -> None:
    if state.outcome:
        raise Over(state.outcome.reason)


def check_seat(state: State, seat: int, do: str) -> None:
    """Refuse what this seat cannot do now, whatever else the move says."""
    check_running(state)
    if not 0 <= seat < state.rules.players:
        raise NoSuchSeat(seat)
    if state.left[seat]:
        raise HasLeft(seat)
    if seat != state.turn and do not in OUT_OF_TURN:
        raise NotYourTurn(seat, state.turn)


def _place(state: State, move: Place) -> tuple[State, Event]:
    seat, cell = move.seat, move.cell
    if cell not in CELLS:
        raise Unreadable(f"there is no field number {cell}")
    tile = _tile(state, seat)
    there = state.board.digit(cell)
    if there is not None:
        raise Occupied(cell, there)
    if not state.board.fitting(tile) >> cell & 1:
        return _burn(state, Event(move.do, seat, tile, cell, 0, aside=True))
    won = points(state, cell)
    scores = _put(state.scores, seat, state.scores[seat] + won)
    laid = state._replace(board=state.board.lay(cell, tile), scores=scores)
    return _end_turn(laid, seat), Event(move.do, seat, tile, cell, won)


def _claim(state: State, move: Claim) -> tuple[State, Event]:
    seat = move.seat
    if state.rules.end != "claim":
        raise NoClaims
    tile = _tile(state, seat)
    if state.board.fitting(tile):
        return _burn(state, Event(move.do, seat, tile, points=0, aside=True))
    return _end(state, "claimed"), Event(move.do, seat, tile, points=0)


def _burn(state: State, event: Event) -> tuple[State, Event]:
    assert event.seat is not None and event.tile is not None  # noqa: S101, PT018
    burnt = state._replace(aside=(*state.aside, event.tile))
    return _end_turn(burnt, event.seat), event


def _leave(state: State, move: Leave) -> tuple[State, Event]:
    seat, how = move.seat, move.do
    event = Event(how, seat)
    gone = state._replace(
        left=_put(state.left, seat, how), hands=_put(state.hands, seat, None)
    )
    # Asked before the turn moves on: this reason goes before an empty bag.
    if gone.left.count(None) < min(2, state.rules.players):
        return _end(gone, LEAVINGS[how]), event
    if seat == state.turn:
        return _begin_turn(gone, _next_seat(gone, seat)), event
    # The turn that is on began with a tile that fits; nothing of that has changed.
    return gone, event


def _end_turn(state: State, seat: int) -> State:
    state = state._replace(hands=_put(state.hands, seat, None))
    if state.rules.draw == "ahead":
        state = _draw(state, seat)
    return _begin_turn(state, _next_seat(state, seat))


def _begin_turn(state: State, seat: int) -> State:
    if state.rules.draw == "turn":
        state = _draw(state, seat)
    tile = state.hands[seat]
    if tile is None:
        return _end(state, "bag_empty")
    if state.rules.end == "referee" and not state.board.fitting(tile):
        return _end(state, "no_field", shown=tile)
    return state._replace(turn=seat)


def _next_seat(state: State, seat: int) -> int:
    following = (seat + 1) % state.rules.players
    return _next_seat(state, following) if state.left[following] else following


def _draw(state: State, seat: int) -> State:
    if not state.bag:
        return state
    hands = _put(state.hands, seat, int(state.bag[0]))
    return state._replace(hands=hands, bag=state.bag[1:])


def _end(state: State, reason: str, shown: int | None = None) -> State:
    placed = None if reason == "voided" else places(state.scores, state.left)
    outcome = Outcome(reason, state.scores, placed, shown)
    return state._replace(turn=None, outcome=outcome)


def _tile(state: State, seat: int) -> int:
    tile = state.hands[seat]
    assert tile is not None  # noqa: S101 - a turn begins only with a tile in hand
    return tile


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
