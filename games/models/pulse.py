from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, Self

from django.db import models
from django.db.models import F, Q

if TYPE_CHECKING:
    from games.models.game import Game


class Pulse(models.Model):
    """One row: when something last happened by itself."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    ticked_at = models.DateTimeField(null=True)
    swept_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(id=1), name="pulse_is_one_row"),
        ]

    def __str__(self) -> str:
        return f"{self.ticked_at} {self.swept_at}"

    @classmethod
    def read(cls) -> Self:
        pulse, _ = cls.objects.get_or_create(id=1)
        return pulse


class OutageQuerySet(models.QuerySet["Outage"]):
    def since(self, instant: datetime) -> Self:
        return self.filter(ended_at__gt=instant)

    def of(self, *games: "Game") -> Self:
        """The site's, and these games' own."""
        return self.filter(Q(game=None) | Q(game__in=games))

    def pauses(self) -> list[tuple[datetime, datetime]]:
        return [outage.pause for outage in self]


class Outage(models.Model):
    """A time in which no clock ran, of all games or of one; append-only."""

    # Where only this game stood still, because it was frozen.
    game = models.ForeignKey(
        "games.Game", models.PROTECT, null=True, related_name="outages"
    )
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(db_index=True)

    objects = OutageQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(ended_at__gt=F("began_at")), name="outage_has_a_length"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.began_at} {self.ended_at}"

    @property
    def pause(self) -> tuple[datetime, datetime]:
        return self.began_at, self.ended_at
