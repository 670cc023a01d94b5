from pathlib import Path

import polib
from django.conf import settings
from django.core.management import BaseCommand


class Command(BaseCommand):
    """Takes the place of Django's own, which needs GNU gettext on the machine."""

    help = "Compile the translations that have changed."

    def handle(self, *args: object, **options: object) -> None:
        for folder in settings.LOCALE_PATHS:
            for source in Path(folder).glob("*/LC_MESSAGES/*.po"):
                target = source.with_suffix(".mo")
                if not _is_newer(target, source):
                    polib.pofile(str(source)).save_as_mofile(str(target))


def _is_newer(target: Path, source: Path) -> bool:
    return target.exists() and target.stat().st_mtime > source.stat().st_mtime
