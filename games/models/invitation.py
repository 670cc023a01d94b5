from typing import ClassVar

from django.conf import settings
from django.db import models


class Invitation(models.Model):
    """Who may join a game that is by invitation."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="invitations")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "person"], name="invitation_is_sent_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.person_id}"
