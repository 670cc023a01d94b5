"""From an offer to a game that begins: create, join, leave, start when full."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from accounts.models import User
from games import notify
from games.clocks import Pace
from games.engine.fairness import commitment
from games.engine.refusals import Refusal, Unreadable
from games.engine.rules import BadRules, Rules
from games.models import Game, Invitation, Seat
from games.models.game import new_public_id
from games.secrets import keep, layout_of, new_server_seed
from games.services.record import record_start
from games.services.transaction import locked, whole


class NotOpen(Refusal):
    """The game has begun, or was cancelled."""


class NotInvited(Refusal):
    """The game is not open to everybody, and this person has no way in."""


class Full(Refusal):
    """Every seat is taken, though somebody has not given a nonce yet."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a host proposes."""

    rules: Rules
    pace: Pace
    entry: str = Game.Entry.OPEN
    # The seat that begins, where the host names one.
    host_first: int | None = None
    aids: bool = False
    spectators: bool = True

    def __post_init__(self) -> None:
        named = self.host_first is not None
        if named != (self.rules.first == "host"):
            raise BadRules("the host names who begins exactly where the rules say so")
        if self.host_first is not None and self.host_first >= self.rules.players:
            raise BadRules(f"there is no seat {self.host_first}")
        if self.aids and self.rules.end == "claim":
            raise BadRules("aids would give away what has to be claimed")


@dataclass(frozen=True, kw_only=True)
class Nonce:
    """What a seat adds to the shuffle, and who made it."""

    digits: str
    by: str

    def __post_init__(self) -> None:
        if not re.fullmatch("[0-9a-f]{32}", self.digits):
            raise Unreadable("a nonce is 32 small hex digits")

    @classmethod
    def from_server(cls) -> "Nonce":
        return cls(digits=secrets.token_hex(16), by=Seat.NonceBy.SERVER)

    @classmethod
    def from_player(cls, digits: str) -> "Nonce":
        return cls(digits=digits, by=Seat.NonceBy.PLAYER)


def create(
    *,
    host: User,
    terms: Terms,
    key: str,
    now: datetime,
    invited: Sequence[User] = (),
    public_id: str | None = None,
    server_seed: bytes | None = None,
) -> Game:
    """Make an offer and commit to its seed; the host's nonce comes after that.

    Id and seed are for tests to give, never for a request.
    """
    return whole(
        lambda: (
            _made(host, key)
            or make(
                host,
                terms,
                key,
                now,
                public_id or new_public_id(),
                server_seed or new_server_seed(),
                seats={0: host},
                invited=[person for person in invited if person != host],
            )
        )
    )


def _made(host: User, key: str) -> Game | None:
    return Game.objects.filter(creator=host, create_key=key).first()


def make(
    host: User,
    terms: Terms,
    key: str,
    now: datetime,
    public_id: str,
    server_seed: bytes,
    *,
    seats: dict[int, User],
    invited: Sequence[User],
    rematch_of: Game | None = None,
) -> Game:
    """Write the rows of an offer, inside the caller's transaction."""
    game = Game.objects.create(
        public_id=public_id,
        rules=asdict(terms.rules),
        host_first=terms.host_first,
        clock_start=terms.pace.start,
        clock_increment=terms.pace.increment,
        clock_cap=terms.pace.cap,
        aids=terms.aids,
        spectators=terms.spectators,
        entry=terms.entry,
        commitment=commitment(server_seed),
        creator=host,
        create_key=key,
        rematch_of=rematch_of,
        created_at=now,
    )
    keep(game=game, server_seed=server_seed)
    for number, person in seats.items():
        _seat(game, number, person)
    for person in invited:
        Invitation.objects.create(game=game, person=person)
        notify.invited(game=game, person=person, now=now)
    return game


def _seat(game: Game, number: int, person: User) -> Seat:
    return Seat.objects.create(
        game=game, number=number, person=person, birth_year=person.birth_year
    )


def join(
    *, game: str, person: User, nonce: Nonce, now: datetime, token: str = ""
) -> Game:
    """Take the lowest free seat, or complete the own one; the last nonce starts it."""
    return whole(lambda: _join(locked(game), person, nonce, now, token))


def _join(game: Game, person: User, nonce: Nonce, now: datetime, token: str) -> Game:
    seats = list(game.seats.all())
    mine = next((seat for seat in seats if seat.person_id == person.pk), None)
    if mine is not None and mine.nonce:
        return game
    # Nobody should wait for a host who was shut out.
    if game.status != Game.Status.OPEN or not game.creator.is_active:
        raise NotOpen
    if mine is None:
        if not may_join(game, person, token):
            raise NotInvited
        if len(seats) == game.rule_set.players:
            raise Full
        taken = {seat.number for seat in seats}
        mine = _seat(game, min({0, 1, 2, 3} - taken), person)
        seats.append(mine)
    mine.nonce, mine.nonce_by = nonce.digits, nonce.by
    mine.save(update_fields=["nonce", "nonce_by"])
    if len(seats) == game.rule_set.players and all(seat.nonce for seat in seats):
        _start(game, now)
    return game


def may_join(game: Game, person: User, token: str) -> bool:
    match game.entry:
        case Game.Entry.OPEN:
            return True
        case Game.Entry.LINK:
            return game.is_joined_by(token)
        case _:
            return game.invitations.filter(person=person).exists()


def _start(game: Game, now: datetime) -> None:
    layout = layout_of(game)
    seats = list(game.seats.order_by("number"))
    match game.rule_set.first:
        case "host":
            first = game.host_first
        case "oldest":
            first = _oldest(seats)
        case _:
            first = None
    game.first = layout.first_by_lot if first is None else first
    game.started_at = now
    payload = {
        "rules": game.rules,
        "first": game.first,
        "seats": [{"nonce": seat.nonce, "by": seat.nonce_by} for seat in seats],
        "commitment": game.commitment,
        "start": layout.start,
    }
    record_start(game=game, payload=payload, now=now)


def _oldest(seats: Sequence[Seat]) -> int | None:
    """The seat with the earliest birth year; None where nobody, or two, have it."""
    years = [(seat.birth_year, seat.number) for seat in seats if seat.birth_year]
    oldest = [number for year, number in years if year == min(years)[0]]
    return oldest[0] if len(oldest) == 1 else None


def leave(*, game: str, person: User, now: datetime) -> Game:
    """Give the seat back before the game begins; without its host there is no offer."""
    return whole(lambda: _leave(locked(game), person, now))


def _leave(game: Game, person: User, now: datetime) -> Game:
    if not game.seats.filter(person=person).exists():
        raise NotInvited
    if game.status != Game.Status.OPEN:
        raise NotOpen
    # A rematch is for the same people, or it is not.
    if game.creator_id == person.pk or game.rematch_of_id:
        cancel(game, now)
        notify.withdrawn(game=game, by=person, now=now)
    else:
        game.seats.filter(person=person).delete()
    return game


def decline(*, game: str, person: User) -> None:
    """Say no to an invitation; who sits already leaves instead."""
    Invitation.objects.filter(game__public_id=game, person=person).delete()


def cancel(game: Game, now: datetime) -> None:
    """End an offer, inside the caller's transaction."""
    game.status = Game.Status.CANCELLED
    game.ended_at = now
    game.save(update_fields=["status", "ended_at"])
