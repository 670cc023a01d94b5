from django.db import models


class GameSecret(models.Model):
    """A game's server seed, sealed with a key that is not in the database.

    Opened in `games.secrets` and nowhere else. The bag follows from the seed and is
    never stored.
    """

    game = models.OneToOneField(
        "games.Game", models.PROTECT, primary_key=True, related_name="secret"
    )
    sealed = models.TextField()

    def __str__(self) -> str:
        return str(self.pk)
