"""Where the pages of the moderators' desk are."""

from django.urls import reverse

from games.models import Game

LIST = "/admin/games/game/"


def page(game: Game, name: str = "change") -> str:
    return reverse(f"admin:games_game_{name}", args=[game.pk])
