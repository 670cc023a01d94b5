from datetime import datetime
from typing import ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.engine.chain import Link

MOVES = frozenset({"place", "claim", "resign", "timeout", "removed"})
ENDINGS = (
    "no_field",
    "claimed",
    "bag_empty",
    "resigned",
    "timeout",
    "removed",
    "voided",
)


class EventQuerySet(models.QuerySet["Event"]):
    def in_order(self) -> Self:
        return self.order_by("seq")

    def moves(self) -> Self:
        return self.filter(kind__in=MOVES)


class Event(models.Model):
    """What happened, for ever: the database itself refuses to change a row."""

    game = models.ForeignKey("games.Game", models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    seat = models.PositiveSmallIntegerField(null=True)
    payload = models.JSONField()
    # Seconds that the seat which moved has for its next turn.
    clock = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()
    key = models.CharField(max_length=80)
    hash = models.CharField(max_length=64)
    ends = models.CharField(max_length=10, null=True)  # noqa: DJ001 - null in the chain

    objects = EventQuerySet.as_manager()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seq"], name="event_seq_once"),
            models.UniqueConstraint(fields=["game", "key"], name="event_key_once"),
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(ends__isnull=False),
                name="event_ends_a_game_once",
            ),
            models.CheckConstraint(
                condition=Q(seq__gte=1) & ~Q(key=""), name="event_has_seq_and_key"
            ),
            models.CheckConstraint(
                condition=Q(
                    kind__in=["start", "gift", "agree", "void", *sorted(MOVES)]
                ),
                name="event_kind_is_known",
            ),
            models.CheckConstraint(
                condition=Q(seat=None) | Q(seat__lt=4), name="event_seat_is_possible"
            ),
            models.CheckConstraint(
                condition=Q(ends=None) | Q(ends__in=ENDINGS),
                name="event_ends_as_the_rules_know",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.seq}"

    def link(self) -> Link:
        """The event as the hash chain sees it."""
        return Link(
            self.seq,
            self.kind,
            self.seat,
            self.payload,
            self.clock,
            stamp(self.at),
            self.key,
            self.ends,
        )


def stamp(at: datetime) -> str:
    """An instant as it stands in logs and records: whole seconds, UTC."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
