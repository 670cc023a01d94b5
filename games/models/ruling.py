from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Ruling(models.Model):
    """A moderator's words on a game; apart from its log, so that they can be erased."""

    game = models.ForeignKey("games.Game", models.PROTECT, related_name="rulings")
    # An offer that was withdrawn has no log.
    event = models.OneToOneField(
        "games.Event", models.PROTECT, null=True, related_name="ruling"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="rulings"
    )
    words = models.CharField(_("reason"), max_length=500)

    def __str__(self) -> str:
        return str(self.pk)
