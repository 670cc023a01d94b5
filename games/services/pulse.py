"""The site's own heartbeat: ticks, sweeps, and the outages between them."""

import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models.functions import Now

from accounts.delivery import BATCH as MAILS_A_BELL
from accounts.models import Notice
from games.models import Outage, Pulse
from games.services.transaction import whole

logger = logging.getLogger(__name__)

MOST_BELLS = 5
SWEEP_EVERY = timedelta(seconds=30)
# A pulse that stood still for longer was an outage.
LONGEST_GAP = timedelta(minutes=2)


class Bells(NamedTuple):
    """What a tick has to ring."""

    deliver: int
    sweep: bool


def tick(*, now: datetime) -> Bells:
    """Note that time goes on, and say what is due."""
    ticked_at = Pulse.read().ticked_at
    Pulse.objects.update(ticked_at=now)
    waiting = Notice.objects.due(now)[: MOST_BELLS * MAILS_A_BELL].count()
    # By the clock, not by the last sweep: one that gets nowhere is not rung faster.
    sweep = ticked_at is None or _sweeps_until(ticked_at) != _sweeps_until(now)
    return Bells(deliver=-(-waiting // MAILS_A_BELL), sweep=sweep)


def _sweeps_until(instant: datetime) -> int:
    return int(instant.timestamp() // SWEEP_EVERY.total_seconds())


def beat(*, now: datetime) -> None:
    """Note a sweep; a gap since the last one becomes an outage first."""

    def command() -> None:
        Pulse.read()
        pulse = Pulse.objects.select_for_update().get()
        if pulse.swept_at and now - pulse.swept_at > LONGEST_GAP:
            Outage.objects.create(began_at=pulse.swept_at, ended_at=now)
            logger.warning("Nobody's clock ran from %s to %s", pulse.swept_at, now)
        pulse.swept_at = now
        pulse.save(update_fields=["swept_at"])

    whole(command)


def database_clock() -> datetime:
    Pulse.read()
    clock: datetime = Pulse.objects.values_list(Now(), flat=True).get()
    return clock
