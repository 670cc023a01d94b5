"""What a player does in a game that runs."""

from datetime import datetime
from uuid import UUID

from accounts.models import User
from games.engine.refusals import Refusal
from games.fold import Folded
from games.models import Event, Seat
from games.services.record import Asked, record


class NotSeated(Refusal):
    """This person does not play in this game."""


class TooLate(Refusal):
    """Everybody has had a first turn: now it takes all players to call it off."""


class AlreadyAgreed(Refusal):
    """This seat has said so since the last move."""


def place(
    *, game: str, person: User, cell: str, turn_no: int, key: UUID, now: datetime
) -> Event:
    seat = _seat(game, person)
    asked = Asked(
        kind="place",
        seat=seat,
        key=f"seat:{seat}:{key}",
        payload={"cell": cell},
        turn_no=turn_no,
    )
    return record(game=game, asked=asked, now=now)


def claim(*, game: str, person: User, turn_no: int, key: UUID, now: datetime) -> Event:
    """Say that no free field will take the tile in hand."""
    seat = _seat(game, person)
    asked = Asked(kind="claim", seat=seat, key=f"seat:{seat}:{key}", turn_no=turn_no)
    return record(game=game, asked=asked, now=now)


def resign(*, game: str, person: User, key: UUID, now: datetime) -> Event:
    seat = _seat(game, person)
    asked = Asked(kind="resign", seat=seat, key=f"seat:{seat}:{key}")
    return record(game=game, asked=asked, now=now)


def call_off(*, game: str, person: User, key: UUID, now: datetime) -> Event:
    """End the game for nothing, alone, while somebody has not had a first turn."""
    seat = _seat(game, person)
    asked = Asked(
        kind="void",
        seat=seat,
        key=f"seat:{seat}:{key}",
        payload={"by": "player", "reason": "early"},
    )
    return record(game=game, asked=asked, now=now, guard=_somebody_has_not_begun)


def agree_to_call_off(*, game: str, person: User, key: UUID, now: datetime) -> Event:
    """End the game for nothing once all who still play have agreed."""
    seat = _seat(game, person)
    asked = Asked(kind="agree", seat=seat, key=f"seat:{seat}:{key}")

    def not_yet(folded: Folded) -> None:
        if seat in folded.calling_off.agreed:
            raise AlreadyAgreed

    return record(
        game=game, asked=asked, now=now, guard=not_yet, sequel=_void_if_all_agreed
    )


def _somebody_has_not_begun(folded: Folded) -> None:
    if not folded.calling_off.takes_one(folded.state.rules.players):
        raise TooLate


def _void_if_all_agreed(event: Event, after: Folded) -> Asked | None:
    staying = {seat for seat, left in enumerate(after.state.left) if left is None}
    if staying - after.calling_off.agreed:
        return None
    return Asked(
        kind="void",
        key=f"void:{after.state.turn_no}",
        payload={"by": "players", "reason": "agreed"},
    )


def _seat(game: str, person: User) -> int:
    seats = Seat.objects.filter(game__public_id=game, person=person)
    number = seats.values_list("number", flat=True).first()
    if number is None:
        raise NotSeated
    return number
