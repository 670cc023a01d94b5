from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Ruling(models.Model):
    """A moderator's words for an event; apart from it, so that they can be erased."""

    event = models.OneToOneField(
        "games.Event", models.PROTECT, related_name="ruling", primary_key=True
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="rulings"
    )
    words = models.CharField(_("reason"), max_length=500)

    def __str__(self) -> str:
        return str(self.pk)
