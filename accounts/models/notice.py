import logging
from datetime import datetime, timedelta
from email.utils import make_msgid
from typing import Any, ClassVar, Self
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connections, models, transaction
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=120)
REASON = 300


def new_message_id() -> str:
    """Return a Message-ID, fixed with the row so that a repeat can be told."""
    return make_msgid(domain=urlsplit(settings.SITE_URL).hostname or "localhost")


class NoticeQuerySet(models.QuerySet["Notice"]):
    def waiting(self) -> Self:
        return self.filter(status=Notice.Status.WAITING)

    def due(self, now: datetime) -> Self:
        """Waiting, its time has come, and nobody is at work on it."""
        free = Q(leased_until=None) | Q(leased_until__lte=now)
        return self.waiting().filter(free, due_at__lte=now)

    def lease(self, *, now: datetime, limit: int) -> "list[Notice]":
        """Take what is due for oneself, for as long as a lease lasts."""
        with transaction.atomic(using=self.db):
            rows = self.due(now).select_related("person").order_by("due_at", "pk")
            # Where rows cannot be locked (SQLite), the whole transaction is.
            if connections[self.db].features.has_select_for_update_skip_locked:
                rows = rows.select_for_update(skip_locked=True, of=("self",))
            taken = list(rows[:limit])
            self.filter(pk__in=[row.pk for row in taken]).update(
                leased_until=now + LEASE, attempts=F("attempts") + 1
            )
        for row in taken:
            row.leased_until, row.attempts = now + LEASE, row.attempts + 1
        return taken

    def suppress(self, *, reason: str) -> int:
        """Settle what waits, whoever is at work on it; say how many there were."""
        with transaction.atomic(using=self.db):
            # As `finish` does: the words themselves, log-in codes among them.
            self.waiting().filter(person=None).update(payload={})
            return self.waiting().update(
                status=Notice.Status.SUPPRESSED, reason=reason, leased_until=None
            )

    def held_by(self, notice: "Notice") -> Self:
        """The row of a lease, unless somebody has leased it since."""
        return self.waiting().filter(pk=notice.pk, attempts=notice.attempts)


class Notice(models.Model):
    """One message that somebody is to get: a row of the outbox."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        SUPPRESSED = "suppressed", _("suppressed")
        FAILED = "failed", _("failed")

    kind = models.CharField(_("kind"), max_length=40)
    # An account mail can go to an address that nobody owns.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="notices",
        verbose_name=_("person"),
    )
    payload = models.JSONField(default=dict)
    dedupe_key = models.CharField(max_length=200, unique=True)
    due_at = models.DateTimeField(_("due"))
    leased_until = models.DateTimeField(null=True)
    # Counts leases and never goes back: it is the fencing token.
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    # Counts what the recipient's server put off; it climbs the ladder.
    refusals = models.PositiveSmallIntegerField(_("refusals"), default=0)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.WAITING
    )
    reason = models.CharField(_("reason"), max_length=REASON, blank=True)
    message_id = models.CharField(
        max_length=200, unique=True, default=new_message_id, editable=False
    )
    created_at = models.DateTimeField(_("written"))
    sent_at = models.DateTimeField(_("sent"), null=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["due_at"],
                condition=Q(status="waiting"),
                name="notice_due",
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "sent", "suppressed", "failed"]),
                name="notice_status_is_known",
            ),
            models.CheckConstraint(
                condition=~Q(dedupe_key=""), name="notice_has_a_dedupe_key"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    # Mutators: each holds only for who still has the lease.

    def finish(self, *, status: str, now: datetime, reason: str = "") -> str:
        """Settle the notice for good; return the status."""
        sent_at = now if status == self.Status.SENT else None
        changes: dict[str, Any] = {
            "status": status,
            "sent_at": sent_at,
            "reason": reason[:REASON],
        }
        # Without a person the row has the words themselves, log-in codes among
        # them. Nobody needs them any more.
        if self.person_id is None:
            changes["payload"] = {}
        self._write(leased_until=None, **changes)
        return status

    def put_off(self, *, due_at: datetime, reason: str) -> str:
        """Try again later, and remember that it was refused; return the status."""
        self._write(
            leased_until=None,
            due_at=due_at,
            refusals=F("refusals") + 1,
            reason=reason[:REASON],
        )
        return str(self.Status.WAITING)

    def give_back(self, *, reason: str, due_at: datetime | None = None) -> None:
        """End the lease as if nobody had tried."""
        changes = {"due_at": due_at} if due_at else {}
        self._write(leased_until=None, reason=reason[:REASON], **changes)

    def _write(self, **changes: Any) -> None:
        if not Notice.objects.held_by(self).update(**changes):
            logger.warning("Notice %s was leased by somebody else", self.pk)
