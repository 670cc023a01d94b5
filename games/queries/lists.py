"""Lists of games, each by a fixed number of queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef

from accounts.models import User
from games.engine.rules import Rules
from games.models import Game, Outage, Seat
from games.models.game import GameQuerySet
from games.queries.deadlines import deadline_of
from games.queries.visible import SeatSeen, seat_of, seated, seats_of

RECENT = 10
IN_LOBBY = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A game in a list; whoever sees the list may see the game."""

    game: str
    rules: Rules
    days: int
    seats: tuple[SeatSeen, ...]
    # The viewer's own seat.
    seat: int | None
    host: str | None
    turn: int | None
    turn_no: int
    deadline: datetime | None
    reason: str
    ended_at: datetime | None

    @property
    def free(self) -> int:
        return self.rules.players - len(self.seats)

    @property
    def has_begun(self) -> bool:
        return self.turn is not None or self.ended_at is not None

    @property
    def others(self) -> tuple[SeatSeen, ...]:
        return tuple(seat for seat in self.seats if seat.number != self.seat)

    @property
    def scores(self) -> list[int]:
        """The viewer's own first, the others in the order of their names."""
        own = [seat.score for seat in self.seats if seat.number == self.seat]
        return own + [seat.score for seat in self.others]

    @property
    def to_move(self) -> SeatSeen | None:
        return next((seat for seat in self.seats if seat.number == self.turn), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class MyGames:
    to_move: tuple[Row, ...]
    waiting: tuple[Row, ...]
    offers: tuple[Row, ...]
    finished: tuple[Row, ...]


def my_games(*, person: User, now: datetime) -> MyGames:
    """Where it is this person's turn by time left, the others likewise, and more."""
    mine = _games().filter(seats__person=person)
    current = list(mine.filter(status__in=[Game.Status.OPEN, Game.Status.RUNNING]))
    finished = mine.filter(status=Game.Status.OVER).order_by("-ended_at")[:RECENT]
    outages = _outages(current)
    rows = [_row(game, person, now, outages) for game in current]
    running = [row for row in rows if row.deadline is not None]
    running.sort(key=lambda row: (row.deadline, row.game))
    offers = [game for game in current if _has_joined(game, person)]
    return MyGames(
        to_move=tuple(row for row in running if row.turn == row.seat),
        waiting=tuple(row for row in running if row.turn != row.seat),
        offers=tuple(_row(game, person, now) for game in offers),
        finished=tuple(_row(game, person, now) for game in finished),
    )


def _has_joined(game: Game, person: User) -> bool:
    """An offer of a rematch seats its people before they have said yes."""
    seats = (seat for seat in seated(game) if seat.person_id == person.pk)
    answered = any(seat.nonce for seat in seats) or game.creator_id == person.pk
    return answered and game.status == Game.Status.OPEN


def invitations(*, person: User, now: datetime) -> tuple[Row, ...]:
    """Offers that wait for this person's answer."""
    answered = Seat.objects.filter(game=OuterRef("pk"), person=person).exclude(nonce="")
    games = (
        _games()
        .filter(status=Game.Status.OPEN, invitations__person=person)
        .exclude(Exists(answered))
        .order_by("-created_at")
    )
    return tuple(_row(game, person, now) for game in games)


def open_offers(*, viewer: User | None, now: datetime) -> tuple[Row, ...]:
    """What a viewer could join, the newest first; not their own."""
    seats = Seat.objects.filter(game=OuterRef("pk"))
    host_is_ready = seats.filter(person=F("game__creator")).exclude(nonce="")
    games = (
        _games()
        .open_to_all()
        .filter(Exists(host_is_ready), creator__is_active=True)
        .order_by("-created_at")
    )
    if viewer is not None:
        games = games.exclude(Exists(seats.filter(person=viewer)))
    rows = [_row(game, viewer, now) for game in games[:IN_LOBBY]]
    return tuple(row for row in rows if row.free)


def _games() -> GameQuerySet:
    return Game.objects.prefetch_related(Seat.with_people())


def _row(
    game: Game, viewer: User | None, now: datetime, outages: Iterable[Outage] = ()
) -> Row:
    hosts = (seat for seat in seated(game) if seat.person_id == game.creator_id)
    return Row(
        game=game.public_id,
        rules=game.rule_set,
        days=game.days_a_move,
        seats=seats_of(game),
        seat=seat_of(game=game, viewer=viewer),
        host=next((seat.player for seat in hosts), None),
        turn=game.turn,
        turn_no=game.turn_no,
        deadline=deadline_of(game=game, now=now, outages=outages),
        reason=game.reason,
        ended_at=game.ended_at,
    )


def _outages(games: Iterable[Game]) -> list[Outage]:
    began = [game.turn_began_at for game in games if game.turn_began_at]
    return list(Outage.objects.of(*games).since(min(began))) if began else []
