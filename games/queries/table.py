"""What the page of a game that has begun shows to one viewer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.engine.board import Board
from games.engine.grid import NAMES
from games.fold import CallingOff, calling_off
from games.models import Game
from games.queries.fairness import Fairness, fairness_of
from games.queries.history import Happened, happened, last_cell
from games.queries.visible import Look, is_private, look, seated


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    look: Look
    start: str
    last_cell: int | None
    events: tuple[Happened, ...]
    days: int
    private: bool
    # Where the tile in hand fits and what it brings; None without aids.
    choices: Mapping[int, int] | None
    # What the viewer can do now, by the names of the services.
    can: frozenset[str]
    # Who has agreed to call the game off since the last move.
    agreed: tuple[str | None, ...]
    rematch: str | None
    fairness: Fairness
    # False where a mail ought to reach the viewer and cannot.
    reachable: bool


def table_of(*, game: Game, viewer: User | None, now: datetime) -> Table:
    log = list(game.events.in_order())
    seen = look(game=game, viewer=viewer, now=now, log=log)
    players = {seat.number: seat.player for seat in seen.seats}
    plays = viewer is not None and seen.seat is not None
    voices = calling_off(log)
    return Table(
        look=seen,
        start=log[0].payload["start"],
        last_cell=last_cell(log),
        events=tuple(happened(event, players) for event in log[1:]),
        days=game.days_a_move,
        private=is_private(game),
        choices=_choices(seen) if game.aids else None,
        can=frozenset(_can(seen, voices)) if plays else frozenset(),
        agreed=tuple(players[seat] for seat in sorted(voices.agreed)),
        rematch=_rematch(game) if plays and seen.result else None,
        fairness=fairness_of(game),
        reachable=not plays or bool(viewer and viewer.verified_address()),
    )


def plays_on(*, game: Game, viewer: User) -> bool:
    """Whether this viewer has a seat in a running game, and has not left it."""
    seats = (seat for seat in seated(game) if seat.person_id == viewer.pk)
    goes_on = game.is_running and not game.frozen_at
    return goes_on and any(not seat.left for seat in seats)


def is_misfit(
    *, game: Game, viewer: User, now: datetime, cell: str, turn_no: int
) -> bool:
    """Whether the page should ask before this tile is burnt.

    Only where aids are on: elsewhere the question itself would be an answer.
    """
    if not (game.aids and game.turn_no == turn_no and cell in NAMES):
        return False
    seen = look(game=game, viewer=viewer, now=now)
    number, choices = NAMES.index(cell), _choices(seen)
    return choices is not None and seen.board[number] == "." and number not in choices


def _choices(seen: Look) -> dict[int, int] | None:
    if seen.hand is None or seen.turn != seen.seat:
        return None
    return dict(Board.read(seen.board).choices(seen.hand, seen.rules.scoring))


def _can(seen: Look, voices: CallingOff) -> Iterator[str]:
    mine = next(seat for seat in seen.seats if seat.number == seen.seat)
    if seen.result and all(seat.player for seat in seen.seats):
        yield "rematch"
    if seen.result or mine.left or seen.frozen:
        return
    yield "resign"
    if seen.turn == seen.seat:
        yield "place"
        if seen.rules.end == "claim":
            yield "claim"
    if voices.takes_one(seen.rules.players):
        yield "call_off"
    elif seen.seat not in voices.agreed:
        yield "agree"


def _rematch(game: Game) -> str | None:
    """The game that continues this one, where somebody offers it or did."""
    again = game.rematches.exclude(status=Game.Status.CANCELLED)
    return again.values_list("public_id", flat=True).first()
