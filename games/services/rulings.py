"""What a moderator decides about a game, each with words that can be erased."""

from datetime import datetime
from uuid import UUID

from accounts.models import User
from games.fold import Folded
from games.models import Event, Game, Ruling
from games.services.offers import cancel
from games.services.record import Asked, record
from games.services.transaction import locked, whole


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


def withdraw(*, game: str, now: datetime) -> None:
    """Cancel an offer that nobody should join."""

    def command() -> None:
        offer = locked(game)
        if offer.status == Game.Status.OPEN:
            cancel(offer, now)

    whole(command)


def _rule(game: str, asked: Asked, by: User, words: str, now: datetime) -> Event:
    def write_down(event: Event, after: Folded) -> None:
        Ruling.objects.create(event=event, by=by, words=words)

    return record(game=game, asked=asked, now=now, sequel=write_down)
