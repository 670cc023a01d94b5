"""After a restore the outbox is of another time than the people it speaks to."""

from datetime import datetime
from typing import NamedTuple

from accounts.models import Notice
from games import notify
from games.models import Game, Seat
from games.services.transaction import whole

RESTORED = "restored"
GAMES_AT_ONCE = 500


class Settled(NamedTuple):
    suppressed: int
    turns_told: int


def settle_notices(*, now: datetime) -> Settled:
    """Send nothing that was waiting; tell once in each running game whose turn it is.

    What waited may have been sent since the backup, and who moved since has to be told
    that the turn is theirs again. Nobody else writes, so that one transaction does for
    all games: a restore that stops half-way has changed no notice.
    """

    def command() -> Settled:
        suppressed = Notice.objects.suppress(reason=RESTORED)
        # One that is frozen tells its turn when it goes on.
        running = Game.objects.running().filter(frozen_at=None)
        games = running.order_by("pk").prefetch_related(Seat.with_people())
        for game in games.iterator(chunk_size=GAMES_AT_ONCE):
            notify.turn_again(game=game, why=RESTORED, now=now)
        return Settled(suppressed, turns_told=Notice.objects.waiting().count())

    return whole(command)
