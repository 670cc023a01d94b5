from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Seat(models.Model):
    """Who plays at which place of a game, and how they stand."""

    class NonceBy(models.TextChoices):
        PLAYER = "player", _("the player’s browser")
        SERVER = "server", _("the server")
        RULE = "rule", _("rule")

    game = models.ForeignKey("games.Game", models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    # A person, or a bot by its name, or nobody: somebody who is gone.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats"
    )
    bot = models.CharField(max_length=30, blank=True)
    # The host sits before the nonce is there: the commitment has to come first.
    nonce = models.CharField(max_length=32, blank=True)
    nonce_by = models.CharField(max_length=10, choices=NonceBy.choices, blank=True)
    # As it was on joining, for "the oldest begins".
    birth_year = models.PositiveSmallIntegerField(null=True)

    # The projection.
    score = models.PositiveSmallIntegerField(default=0)
    left = models.CharField(max_length=10, blank=True)
    clock = models.PositiveIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "number"], name="seat_number_is_given_once"
            ),
            models.UniqueConstraint(
                fields=["game", "person"], name="seat_person_sits_once"
            ),
            models.CheckConstraint(
                condition=Q(number__lt=4), name="seat_number_is_possible"
            ),
            models.CheckConstraint(
                condition=Q(person=None) | Q(bot=""), name="seat_is_person_or_bot"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.number}"

    @classmethod
    def with_people(cls) -> "models.Prefetch[str]":
        """What fetches a game's seats and who sits there in one query."""
        seats = cls.objects.select_related("person").order_by("number")
        return models.Prefetch("seats", queryset=seats)

    @property
    def player(self) -> str | None:
        """The name in records and pages; None for somebody who is gone."""
        if self.bot:
            return f"bot:{self.bot}"
        return self.person.name if self.person else None
