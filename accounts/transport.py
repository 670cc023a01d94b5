"""How a finished mail leaves: by SMTP, or as a file where no server is named."""

import smtplib
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend

CLOSING = 421


class ServerDown(Exception):
    """No mail can leave at the moment, whoever it is for."""


class Refused(Exception):
    """The server will not take this one mail: not now, or never."""

    def __init__(self, reason: str, *, for_good: bool) -> None:
        super().__init__(reason)
        self.for_good = for_good


class Transport(Protocol):
    def open(self) -> None: ...
    def send(self, message: EmailMessage) -> None: ...
    def close(self) -> None: ...


class SmtpTransport:
    """One connection to the server that `EMAIL_URL` names."""

    def __init__(self) -> None:
        self._backend = EmailBackend()

    def open(self) -> None:
        try:
            self._backend.open()
        except (OSError, smtplib.SMTPException) as error:
            raise ServerDown(_words(error)) from error

    def send(self, message: EmailMessage) -> None:
        try:
            self._backend.send_messages([message])
        except smtplib.SMTPRecipientsRefused as error:
            [(code, words)] = error.recipients.values()
            raise _judged(code, words) from error
        except smtplib.SMTPDataError as error:
            raise _judged(error.smtp_code, error.smtp_error) from error
        # Whatever else goes wrong (the sender is refused, too) is nothing that
        # the recipient has to do with.
        except (OSError, smtplib.SMTPException) as error:
            raise ServerDown(_words(error)) from error

    def close(self) -> None:
        try:
            self._backend.close()
        except (OSError, smtplib.SMTPException):
            # Everything that was acknowledged has been marked already.
            self._backend.connection = None


class FileTransport:
    """Mails as files, for a machine without a mail server."""

    def open(self) -> None:
        settings.MAIL_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

    def send(self, message: EmailMessage) -> None:
        # Named after its Message-ID, a repeat is the same file.
        local_part = message.extra_headers["Message-ID"].strip("<>").partition("@")[0]
        path = Path(settings.MAIL_DIR, f"{local_part}.eml")
        # Written aside, so that the mailbox never shows half a mail.
        draft = path.with_suffix(".draft")
        draft.write_bytes(message.message().as_bytes())
        draft.replace(path)

    def close(self) -> None:
        pass


def new_transport() -> Transport:
    return SmtpTransport() if settings.MAIL_IS_DELIVERED else FileTransport()


def _judged(code: int, words: bytes | str) -> Refused | ServerDown:
    reason = f"{code} {_text(words)}"
    if code == CLOSING:
        return ServerDown(reason)
    return Refused(reason, for_good=code >= 500)


def _words(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_text(error.smtp_error)}"
    return f"{type(error).__name__}: {error}"


def _text(words: bytes | str) -> str:
    return words.decode(errors="replace") if isinstance(words, bytes) else words
