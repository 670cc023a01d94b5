import time
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from config import backup
from config.backup import secrets_file
from config.backup.trouble import Trouble
from config.guards import what_is_unguarded
from config.only_one import Taken, only_one
from config.setup import prepare_database
from games.services.restoring import settle_notices


class Command(BaseCommand):
    help = "Put a backup in the place of the database. The site must not run."
    # The database may be broken or not there, which is why somebody restores.
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `backup` wrote")
        parser.add_argument(
            "--secrets",
            type=Path,
            metavar="FILE",
            help="secrets to take over; default: those that the site has now",
        )
        parser.add_argument(
            "--without-keys",
            action="store_true",
            help="restore also what SEED_KEYS do not open; such games stay closed",
        )
        parser.add_argument("--yes", action="store_true", help="ask no question")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with only_one():
                self._restore(timezone.now(), **options)
        except Taken:
            raise CommandError(
                f"Postdoku runs here: {settings.RUN_DIR} is in use. Stop it first."
            ) from None
        except (Trouble, OSError) as trouble:
            raise CommandError(str(trouble)) from None

    def _restore(
        self,
        now: datetime,
        *,
        file: Path,
        secrets: Path | None,
        without_keys: bool,
        yes: bool,
        **options: Any,
    ) -> None:
        kept = secrets_file.read(secrets) if secrets else secrets_file.of_this_site()
        secrets_file.refuse_where_the_environment_has_them(kept)
        keys = None if without_keys else kept.seed_keys
        backup.refuse_unless_fit(file, seed_keys=keys)
        backup.refuse_while_in_use()
        if not yes:
            self._ask(file)
        began = time.monotonic()
        aside = backup.put_back(file, now=now)
        secrets_file.install(kept, stamp=backup.stamp(now))
        self._tell(f"{file} is in place, after {time.monotonic() - began:.1f} s.")
        if aside:
            self._tell(f"What was there is {aside}.")
        self._make_good(now)

    def _ask(self, file: Path) -> None:
        place = connection.settings_dict["NAME"]
        question = f"Replace everything in {place} by {file}? Type yes: "
        try:
            answer = input(question)
        except EOFError:
            answer = ""
        if answer.strip() != "yes":
            raise CommandError("Nothing was changed.")

    def _make_good(self, now: datetime) -> None:
        """What a database of another time needs before the site may run on it."""
        prepare_database()
        if unguarded := list(what_is_unguarded()):
            raise CommandError("\n".join(unguarded))
        settled = settle_notices(now=now)
        self._tell(
            f"Notices that waited and will not be sent: {settled.suppressed}; "
            f"turns that will be told anew: {settled.turns_told}."
        )
        call_command("verify_games", stdout=self.stdout, stderr=self.stderr)

    def _tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
