from typing import Any

from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError

from games import secrets


class Command(BaseCommand):
    help = "Seal the seeds of all games anew with the first of SEED_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            count = secrets.rotate()
        except InvalidToken:
            raise CommandError(
                "A seed cannot be opened: SEED_KEYS lacks the key it was sealed with."
            ) from None
        self.stdout.write(
            f"{count} seeds are sealed with the first of SEED_KEYS. "
            "The others can be taken off once no running part has them only."
        )
