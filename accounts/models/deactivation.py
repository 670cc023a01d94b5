from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Deactivation(models.Model):
    """Why a person was shut out, in a moderator's words, which can be erased."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="deactivations",
        verbose_name=_("person"),
    )
    reason = models.TextField(_("reason"), max_length=1000)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("by"),
    )
    at = models.DateTimeField(_("since"))
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)

    class Meta:
        verbose_name = _("deactivation")
        verbose_name_plural = _("deactivations")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["person"],
                condition=Q(lifted_at=None),
                name="deactivation_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.at:%Y-%m-%d}"
