"""What a moderator decides about a game, each with words that can be erased."""

from datetime import datetime
from uuid import UUID

from accounts.models import User
from games import notify
from games.engine.refusals import Refusal
from games.fold import Folded
from games.models import Event, Game, Ruling, Seat
from games.services.offers import NotOpen, cancel
from games.services.record import Asked, record
from games.services.transaction import locked, whole


class OwnGame(Refusal):
    """Nobody rules on a game that they play in, or have left."""


def void(*, game: str, by: User, words: str, key: UUID, now: datetime) -> Event:
    """Call a running game off: no winner, and it counts for nothing."""
    payload = {"by": "moderator", "reason": "ruling"}
    asked = Asked(kind="void", key=f"mod:{key}", payload=payload)
    return _rule(game, asked, by, words, now)


def remove(
    *, game: str, seat: int, by: User, words: str, key: UUID, now: datetime
) -> Event:
    """Take a player out of a running game; three or four go on without."""
    asked = Asked(kind="removed", seat=seat, key=f"mod:{key}")
    return _rule(game, asked, by, words, now)


def withdraw(*, game: str, by: User, words: str, now: datetime) -> None:
    """Cancel an offer that nobody should join; said twice, the first word holds."""
    whole(lambda: _withdraw(locked(game), by, words, now))


def _withdraw(offer: Game, by: User, words: str, now: datetime) -> None:
    _refuse_own(offer.public_id, by)
    if offer.rulings.filter(event=None).exists():
        return
    if offer.status != Game.Status.OPEN:
        raise NotOpen
    cancel(offer, now)
    Ruling.objects.create(game=offer, by=by, words=words)
    notify.withdrawn(game=offer, by=by, now=now)


def _rule(game: str, asked: Asked, by: User, words: str, now: datetime) -> Event:
    # Who plays is fixed once a game runs, so this needs no lock.
    _refuse_own(game, by)

    def write_down(event: Event, after: Folded) -> None:
        Ruling.objects.create(game=event.game, event=event, by=by, words=words)

    return record(game=game, asked=asked, now=now, sequel=write_down)


def _refuse_own(game: str, by: User) -> None:
    if Seat.objects.filter(game__public_id=game, person=by).exists():
        raise OwnGame
