"""A game whose log is not what was written stands still: nobody mends it in silence."""

import logging
from datetime import datetime

from django.core.mail import mail_admins
from django.db.models import prefetch_related_objects

from games import notify
from games.engine.refusals import Refusal
from games.fold import BrokenLog
from games.models import Game, Outage, Seat
from games.services.transaction import locked, whole

logger = logging.getLogger(__name__)

FOR_ADMINS = """\
The log of game {game} is not what was written.
At event {seq}: {what}.

Nobody can move there, no time runs, and its players have been told. Nothing was
repaired. docs/operating.md says under "Guards" what to do.
"""


class Frozen(Refusal):
    """The log is not what was written, and the operator has to look at it."""


def freeze(*, game: str, why: BrokenLog, now: datetime) -> None:
    """Let nothing happen in this game, and tell players and operator; once."""
    whole(lambda: _freeze(locked(game), why, now))


def _freeze(game: Game, why: BrokenLog, now: datetime) -> None:
    if game.frozen_at:
        return
    logger.warning("Game %s is frozen at event %s: %s", game, why.seq, why.what)
    game.frozen_at = now
    game.save(update_fields=["frozen_at"])
    prefetch_related_objects([game], Seat.with_people())
    notify.frozen(game=game, now=now)
    words = FOR_ADMINS.format(game=game, seq=why.seq, what=why.what)
    # Rows of the outbox, written with this.
    mail_admins(f"Game {game} is frozen", words)


def thaw(*, game: str, now: datetime) -> bool:
    """Let a game go on whose log is whole again; say whether it stood still."""
    return whole(lambda: _thaw(locked(game), now))


def _thaw(game: Game, now: datetime) -> bool:
    if not game.frozen_at:
        return False
    if now > game.frozen_at:
        Outage.objects.create(game=game, began_at=game.frozen_at, ended_at=now)
    game.frozen_at = None
    game.save(update_fields=["frozen_at"])
    prefetch_related_objects([game], Seat.with_people())
    notify.turn_again(game=game, why="thawed", now=now)
    return True
