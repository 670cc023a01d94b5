"""From a game's log to the position it stands for."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import reduce
from typing import NamedTuple

from games.clocks import Pace
from games.engine.board import Board
from games.engine.chain import first_break
from games.engine.fairness import Deal
from games.engine.moves import Void, read_move
from games.engine.refusals import Refusal, Unreadable
from games.engine.rules import Rules
from games.engine.state import State, apply, begin
from games.models import Event, Game
from games.models.event import MOVES


class CallingOff(NamedTuple):
    """What calling the game off takes: the log tells it without the bag."""

    # Who moved or left has had a first turn.
    had_a_turn: frozenset[int] = frozenset()
    # Who has agreed since the last move.
    agreed: frozenset[int] = frozenset()

    def after(self, event: Event) -> "CallingOff":
        if event.seat is not None and event.kind in MOVES:
            return CallingOff(self.had_a_turn | {event.seat})
        if event.seat is not None and event.kind == "agree":
            return self._replace(agreed=self.agreed | {event.seat})
        return self

    def takes_one(self, players: int) -> bool:
        """Whether any player can do it alone, as somebody has not had a turn."""
        return len(self.had_a_turn) < players


def calling_off(events: Iterable[Event]) -> CallingOff:
    return reduce(CallingOff.after, events, CallingOff())


class Folded(NamedTuple):
    """The state of the board game, and what the log says beyond it."""

    state: State
    head: str
    seq: int
    at: datetime
    # The event with which the turn that is on began.
    turn_seq: int
    turn_began_at: datetime
    # Seconds that each seat has for its turn, as it stood when that turn began.
    clocks: tuple[int, ...]
    calling_off: CallingOff

    @property
    def turn_clock(self) -> int:
        """What the player to move had when the turn began."""
        return 0 if self.state.turn is None else self.clocks[self.state.turn]


class BrokenLog(Exception):
    """The log is not what was written: somebody was at the database itself."""

    def __init__(self, seq: int, what: str) -> None:
        super().__init__(seq, what)
        self.seq = seq
        self.what = what


def pace_of(game: Game) -> Pace:
    return Pace(game.clock_start, game.clock_increment, game.clock_cap)


def fold(game: Game, events: Iterable[Event], bag: str) -> Folded:
    """Play the log from its first event on, with the tiles in this order."""
    start, *others = events
    folded = begin_fold(game, start, bag)
    for event in others:
        folded = step(folded, event)
    return folded


def fold_unbroken(game: Game, events: Sequence[Event], bag: str) -> Folded:
    """The same, or BrokenLog: for whoever is about to add to the log."""
    check_chain(game, events)
    try:
        return fold(game, events, bag)
    except (Refusal, Unreadable, KeyError) as error:
        raise BrokenLog(len(events), f"the rules refuse it: {error!r}") from error


def check_chain(game: Game, events: Sequence[Event]) -> None:
    links = [(event.link(), event.hash) for event in events]
    if broken := first_break(game.commitment, links):
        raise BrokenLog(broken, "the hash chain is broken")
    # The row was written with the last event, so a shorter log has lost its end.
    last_hash = events[-1].hash if events else ""
    if (len(events), last_hash) != (game.seq, game.head):
        raise BrokenLog(len(events), "the log does not end where the game's row says")


def begin_fold(game: Game, start: Event, bag: str) -> Folded:
    rules = Rules(**start.payload["rules"])
    dealt = Deal(Board.read(start.payload["start"]), bag)
    return Folded(
        state=begin(rules, dealt, start.payload["first"]),
        head=start.hash,
        seq=start.seq,
        at=start.at,
        turn_seq=start.seq,
        turn_began_at=start.at,
        clocks=(pace_of(game).start,) * rules.players,
        calling_off=CallingOff(),
    )


def step(folded: Folded, event: Event) -> Folded:
    after = folded._replace(
        head=event.hash,
        seq=event.seq,
        at=event.at,
        calling_off=folded.calling_off.after(event),
    )
    if event.kind == "void":
        return after._replace(state=apply(folded.state, Void())[0])
    if event.seat is not None and event.kind in MOVES:
        return _move(after, event, event.seat)
    return after


def _move(folded: Folded, event: Event, seat: int) -> Folded:
    state, _ = apply(folded.state, read_move(event.kind, seat, event.payload))
    # A solo player's own next turn is a new one too.
    new_turn = folded.state.turn == seat
    clocks = list(folded.clocks)
    if event.clock is not None:
        clocks[seat] = event.clock
    return folded._replace(
        state=state,
        turn_seq=event.seq if new_turn else folded.turn_seq,
        turn_began_at=event.at if new_turn else folded.turn_began_at,
        clocks=tuple(clocks),
    )
