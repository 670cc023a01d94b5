"""What commands share that go through many games, one transaction each."""

import re
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from games.management.progress import Progress
from games.models import Game
from games.services.transaction import NoSuchGame
from games.services.verification import Difference

# What happens to a game, by its address; it says what is wrong with it.
Verb = Callable[[str], Difference | None]

UNITS = {"m": "minutes", "h": "hours", "d": "days"}


class GamesCommand(BaseCommand):
    """Looks at the games that were asked for, and counts those that are wrong."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", metavar="ID", help="default: all")
        parser.add_argument("--quiet", action="store_true", help="show no progress")

    def look_at(
        self,
        games: list[str],
        verb: Verb,
        *,
        since: datetime | None = None,
        quiet: bool,
    ) -> tuple[int, int]:
        """Give how many games there were, and how many of them are wrong."""
        asked = Game.objects.touched_since(since) if since else Game.objects.all()
        progress = Progress(
            self.stderr, total=lambda: len(games) or asked.count(), quiet=quiet
        )
        wrong = 0
        try:
            for game in games or asked.public_ids():
                wrong += self._differs(game, verb, progress)
                progress.step()
        finally:
            progress.clear()
        return progress.done, wrong

    def _differs(self, game: str, verb: Verb, progress: Progress) -> bool:
        try:
            difference = verb(game)
        except NoSuchGame:
            raise CommandError(f"There is no game {game}.", returncode=2) from None
        if difference:
            progress.clear()
            self.stderr.write(str(difference))
        return difference is not None


def instant(text: str) -> datetime:
    """`25h`, `7d`, `90m` ago; or a date or time of ISO 8601, in UTC."""
    if ago := re.fullmatch(r"(\d{1,5})([mhd])", text):
        return timezone.now() - timedelta(**{UNITS[ago[2]]: int(ago[1])})
    try:
        if moment := parse_datetime(text):
            return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        if day := parse_date(text):
            return datetime(day.year, day.month, day.day, tzinfo=UTC)
    except ValueError:
        pass
    raise ArgumentTypeError(f"{text} is neither like 25h or 7d, nor a date.")
