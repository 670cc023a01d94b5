from datetime import datetime
from typing import ClassVar, Self

from django.db import models
from django.db.models import F, Q


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

    def pauses(self) -> list[tuple[datetime, datetime]]:
        return list(self.values_list("began_at", "ended_at"))


class Outage(models.Model):
    """A time in which nobody's clock ran; append-only."""

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
