import time
import uuid
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts import delivery, outbox
from accounts.mails import MAIL_TEST
from accounts.models import Notice

PATIENCE = 30


class Command(BaseCommand):
    help = "Send a test mail through the outbox and say what the mail server said."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address")

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        now = timezone.now()
        key = f"{MAIL_TEST}:{uuid.uuid4()}"
        outbox.write(
            kind=MAIL_TEST,
            person=None,
            payload={"to": address},
            dedupe_key=key,
            now=now,
        )
        delivery.deliver(now=now)
        self._tell(self._settled(key), address)

    def _settled(self, key: str) -> Notice:
        """Wait for the worker, which may have been quicker to take the row."""
        for _ in range(PATIENCE):
            notice = Notice.objects.get(dedupe_key=key)
            if notice.leased_until is None:
                break
            time.sleep(1)
        return notice

    def _tell(self, notice: Notice, address: str) -> None:
        if notice.status == Notice.Status.WAITING:
            raise CommandError(
                "The mail has not left yet; it stays in the outbox. "
                f"The mail server: {notice.reason or 'no answer yet'}"
            )
        if notice.status != Notice.Status.SENT:
            raise CommandError(f"The mail server refused {address}: {notice.reason}")
        if settings.MAIL_IS_DELIVERED:
            self.stdout.write(
                f"{settings.EMAIL_HOST} took the mail to {address}, "
                f"Message-ID {notice.message_id}."
            )
        else:
            self.stdout.write(
                f"No EMAIL_URL is set: the mail to {address} is a file in "
                f"{settings.MAIL_DIR}."
            )
