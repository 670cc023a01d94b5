from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.models import Game
from games.services.transaction import NoSuchGame
from games.services.verification import verify


class Command(BaseCommand):
    help = "Compare games with their logs, hash chains and commitments."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", metavar="ID", help="default: all")

    def handle(self, *args: Any, games: list[str], **options: Any) -> None:
        everything = Game.objects.order_by("pk").values_list("public_id", flat=True)
        asked = games or list(everything)
        wrong = sum(self._differs(game) for game in asked)
        if wrong:
            raise CommandError(
                f"{wrong} of {len(asked)} games are not as they should be."
            )
        self.stdout.write(f"{len(asked)} games are as their logs say.")

    def _differs(self, game: str) -> bool:
        try:
            difference = verify(game=game, now=timezone.now())
        except NoSuchGame:
            raise CommandError(f"There is no game {game}.", returncode=2) from None
        if difference:
            self.stderr.write(str(difference))
        return difference is not None
