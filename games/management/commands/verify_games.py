from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from games.management.each_game import GamesCommand, instant
from games.services.verification import Difference, verify


class Command(GamesCommand):
    help = "Compare games with their logs, hash chains and commitments."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--since",
            type=instant,
            metavar="WHEN",
            help="only games in which something happened since: 25h, 7d, 2026-11-01",
        )

    def handle(
        self,
        *args: Any,
        games: list[str],
        since: datetime | None = None,
        quiet: bool = False,
        **options: Any,
    ) -> None:
        if games and since:
            raise CommandError("Name games, or say since when; not both.", returncode=2)
        count, wrong = self.look_at(games, _verify, since=since, quiet=quiet)
        if wrong:
            raise CommandError(f"{wrong} of {count} games are not as they should be.")
        self.stdout.write(f"{count} games are as their logs say.")


def _verify(game: str) -> Difference | None:
    return verify(game=game, now=timezone.now())
