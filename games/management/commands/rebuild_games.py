from typing import Any

from django.core.management.base import CommandError

from games.management.each_game import GamesCommand
from games.services.rebuilding import rebuild


class Command(GamesCommand):
    help = "Write the rows of games anew from their logs, where these are honest."

    def handle(
        self, *args: Any, games: list[str], quiet: bool = False, **options: Any
    ) -> None:
        count, wrong = self.look_at(games, rebuild, quiet=quiet)
        if wrong:
            raise CommandError(
                f"{wrong} of {count} games have broken logs, and were left alone."
            )
        self.stdout.write(f"The rows of {count} games are as their logs say.")
