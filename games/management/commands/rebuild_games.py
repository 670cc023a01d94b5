from typing import Any

from django.core.management.base import CommandError

from games.management.each_game import GamesCommand
from games.services.rebuilding import rebuild
from games.services.verification import Difference


class Command(GamesCommand):
    help = "Write the rows of games anew from their logs, where these are honest."

    def handle(
        self, *args: Any, games: list[str], quiet: bool = False, **options: Any
    ) -> None:
        count, wrong = self.look_at(games, _rebuild, quiet=quiet)
        if wrong:
            raise CommandError(
                f"{wrong} of {count} games have no whole log, and were left alone."
            )
        self.stdout.write(f"The rows of {count} games are as their logs say.")


def _rebuild(game: str) -> Difference | None:
    return rebuild(game=game)
