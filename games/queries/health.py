"""How the site is doing: whether moves can be taken, and what lags behind."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import Error, connection, transaction
from django.db.models import F

from accounts.models import Notice
from games import append_only
from games.models import Pulse

# Several times what it takes when all is well.
TICK_IS_LATE = timedelta(seconds=30)
SWEEP_IS_LATE = timedelta(minutes=2)
NOTICE_IS_LATE = timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """Ages in whole seconds; None where there is nothing to be old."""

    database: bool
    # A tick has been through beat, broker and worker.
    tick: int | None = None
    sweep: int | None = None
    oldest_notice: int | None = None
    missing: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        if not self.database:
            return "down"
        return "degraded" if self.missing else "ok"


def health(*, now: datetime) -> Health:
    try:
        _try_to_write()
        pulse = Pulse.objects.first() or Pulse()
        oldest = Notice.objects.waiting().order_by("due_at").first()
        unguarded = append_only.missing(connection)
    except Error:
        return Health(database=False, missing=("database",))
    due_at = oldest.due_at if oldest and oldest.due_at <= now else None
    lacking = {
        "tick": _is_late(pulse.ticked_at, now, TICK_IS_LATE),
        "sweep": _is_late(pulse.swept_at, now, SWEEP_IS_LATE),
        "notices": due_at is not None and _is_late(due_at, now, NOTICE_IS_LATE),
        "guards": bool(unguarded),
    }
    return Health(
        database=True,
        tick=_age(pulse.ticked_at, now),
        sweep=_age(pulse.swept_at, now),
        oldest_notice=_age(due_at, now),
        missing=tuple(part for part, lacks in lacking.items() if lacks),
    )


def _try_to_write() -> None:
    """A standby, a full disk or a lost file can be read for a long time."""
    with transaction.atomic():
        Pulse.objects.update(ticked_at=F("ticked_at"))
        transaction.set_rollback(True)


def _is_late(at: datetime | None, now: datetime, limit: timedelta) -> bool:
    return at is None or now - at > limit


def _age(at: datetime | None, now: datetime) -> int | None:
    return None if at is None else max(0, int((now - at).total_seconds()))
