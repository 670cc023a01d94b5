"""The one place that decides who sees what of a game."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import prefetch_related_objects

from accounts.models import User
from games import secrets
from games.engine.outcome import Outcome
from games.engine.rules import Rules
from games.fold import fold
from games.models import Event, Game, Seat
from games.queries.deadlines import deadline_of

EMPTY_BOARD = "." * 81
NOT_BEGUN = (Game.Status.OPEN, Game.Status.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSeen:
    number: int
    player: str | None
    score: int
    # How this seat left the game, or nothing.
    left: str
    place: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A game as one viewer may see it: there is no room for anybody else's tile."""

    game: str
    status: str
    rules: Rules
    seq: int
    turn_no: int
    turn: int | None
    board: str
    aside: str
    seats: tuple[SeatSeen, ...]
    deadline: datetime | None
    # The log is not what was written: nothing moves until an operator has looked.
    frozen: bool
    result: Outcome | None
    # The viewer's own.
    seat: int | None
    hand: int | None


def find(*, public_id: str, viewer: User | None, token: str = "") -> Game | None:
    """The game, if there is one that this viewer may see."""
    game = Game.objects.filter(public_id=public_id).first()
    return game if game and may_see(game=game, viewer=viewer, token=token) else None


def seated(game: Game) -> list[Seat]:
    """The seats in order with who sits there, fetched once."""
    prefetch_related_objects([game], Seat.with_people())
    return list(game.seats.all())


def is_private(game: Game) -> bool:
    return game.entry != Game.Entry.OPEN or not game.spectators


def may_see(*, game: Game, viewer: User | None, token: str = "") -> bool:
    """Whether this viewer may know of the game at all; `token` is the join token."""
    strangers_may_look = game.spectators or game.status in NOT_BEGUN
    if strangers_may_look and _is_let_in(game, viewer, token):
        return True
    return seat_of(game=game, viewer=viewer) is not None


def _is_let_in(game: Game, viewer: User | None, token: str) -> bool:
    """Whether somebody without a seat has a way to this game."""
    match game.entry:
        case Game.Entry.OPEN:
            return True
        case Game.Entry.LINK:
            return game.is_joined_by(token)
        case _:
            invited = game.invitations.filter(person=viewer)
            return viewer is not None and invited.exists()


def seat_of(*, game: Game, viewer: User | None) -> int | None:
    if viewer is None:
        return None
    seats = (seat for seat in seated(game) if seat.person_id == viewer.pk)
    return next((seat.number for seat in seats), None)


def look(
    *,
    game: Game,
    viewer: User | None,
    now: datetime,
    log: Iterable[Event] | None = None,
) -> Look:
    """What this viewer sees; `log` where the caller has read it already."""
    seat = seat_of(game=game, viewer=viewer)
    return Look(
        game=game.public_id,
        status=game.status,
        rules=game.rule_set,
        seq=game.seq,
        turn_no=game.turn_no,
        turn=game.turn,
        board=game.board or EMPTY_BOARD,
        aside=game.aside,
        seats=seats_of(game),
        deadline=deadline_of(game=game, now=now),
        frozen=game.frozen_at is not None,
        result=result_of(game),
        seat=seat,
        hand=_hand(game, seat, log) if _may_hold_a_tile(game, seat) else None,
    )


def _may_hold_a_tile(game: Game, seat: int | None) -> bool:
    """Whether to open the bag for this seat at all: by what is public alone."""
    if seat is None or not game.is_running:
        return False
    if any(other.number == seat and other.left for other in seated(game)):
        return False
    return game.rule_set.draw == "ahead" or game.turn == seat


def _hand(game: Game, seat: int | None, log: Iterable[Event] | None) -> int | None:
    events = game.events.in_order() if log is None else log
    state = fold(game, events, secrets.bag_of(game)).state
    return None if seat is None else state.hands[seat]


def seats_of(game: Game) -> tuple[SeatSeen, ...]:
    return tuple(
        SeatSeen(
            number=seat.number,
            player=seat.player,
            score=seat.score,
            left=seat.left,
            place=seat.place,
        )
        for seat in seated(game)
    )


def result_of(game: Game) -> Outcome | None:
    if game.status != Game.Status.OVER:
        return None
    seats = seated(game)
    # A voided game has no places at all.
    places = tuple(seat.place for seat in seats if seat.place is not None)
    scores = tuple(seat.score for seat in seats)
    return Outcome(game.reason, scores, places or None, game.shown)
