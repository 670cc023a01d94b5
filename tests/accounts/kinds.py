"""Kinds of notices that exist in tests only."""

from datetime import datetime

from django.utils import timezone, translation

from accounts.mails import Message, Suppressed
from accounts.models import Notice


def plain(notice: Notice, now: datetime) -> Message:
    language, zone = translation.get_language(), timezone.get_current_timezone_name()
    return Message(
        subject=notice.payload.get("subject", "Hello"),
        text=f"{language} {zone}",
        html="<p>Hello</p>",
    )


def played_already(notice: Notice, now: datetime) -> Suppressed:
    return Suppressed("played")


def broken(notice: Notice, now: datetime) -> Message:
    raise ZeroDivisionError("no words")
