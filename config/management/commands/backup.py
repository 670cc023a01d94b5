import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config import backup
from config.backup.trouble import Trouble


class Command(BaseCommand):
    help = "Copy the database, also while the site runs; and the secrets, apart."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folder",
            nargs="?",
            type=Path,
            default=settings.DATA_DIR / "backups",
            help="for the database; default: DATA_DIR/backups",
        )
        parser.add_argument(
            "--secrets-to",
            type=Path,
            metavar="FOLDER",
            default=settings.DATA_DIR / "backups-of-secrets",
            help="default: DATA_DIR/backups-of-secrets",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        try:
            written = backup.write(
                folder=options["folder"],
                secrets_folder=options["secrets_to"],
                now=timezone.now(),
            )
        except (Trouble, OSError) as trouble:
            raise CommandError(str(trouble)) from None
        seconds = time.monotonic() - began
        self.stdout.write(
            f"{_sized(written.database)}, the database, in {seconds:.1f} s\n"
            f"{_sized(written.secrets)}, the secrets\n"
            "Keep the two in different places: together they show every hidden tile. "
            "Neither is of use without the other."
        )


def _sized(path: Path) -> str:
    return f"{path} ({path.stat().st_size:,} bytes)"
