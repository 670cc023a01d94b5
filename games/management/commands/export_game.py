from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.queries.record import NoRecord, record_text


class Command(BaseCommand):
    help = "Write the record of a finished game, for `python -m games.engine verify`."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="ID")

    def handle(self, *args: Any, game: str, **options: Any) -> None:
        found = Game.objects.filter(public_id=game).first()
        if found is None:
            raise CommandError(f"There is no game {game}.")
        try:
            record = record_text(game=found)
        except NoRecord:
            raise CommandError(f"Game {game} is not over, or never began.") from None
        self.stdout.write(record.decode(), ending="")
