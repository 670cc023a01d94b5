import uuid
from collections.abc import Sequence

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError
from django.utils import timezone

from accounts import outbox
from accounts.mails import ACCOUNT


class OutboxBackend(BaseEmailBackend):
    """Put what others send into the outbox, so that no request waits for SMTP."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        try:
            for message in email_messages:
                for address in message.recipients():
                    self._write(message, address)
        except DatabaseError:
            # Mails about errors ask for silence: the error may be the database.
            if not self.fail_silently:
                raise
            return 0
        return len(email_messages)

    def _write(self, message: EmailMessage, address: str) -> None:
        outbox.write(
            kind=ACCOUNT,
            # An account mail often goes to an address that is not verified yet.
            person=None,
            payload={
                "to": address,
                "subject": " ".join(message.subject.split()),
                "text": message.body,
                "html": _html_of(message),
            },
            dedupe_key=f"{ACCOUNT}:{uuid.uuid4()}",
            now=timezone.now(),
        )


def _html_of(message: EmailMessage) -> str:
    if isinstance(message, EmailMultiAlternatives):
        for alternative in message.alternatives:
            if alternative[1] == "text/html":
                return str(alternative[0])
    return ""
