"""The way into the outbox: one row, written with what it tells of."""

from datetime import datetime
from typing import Any

from django.conf import settings

from accounts.models import Notice, User


class UnknownKind(LookupError):
    """Nobody has said in the settings who finds the words for this kind."""


def write(
    *,
    kind: str,
    person: User | None,
    payload: dict[str, Any],
    dedupe_key: str,
    now: datetime,
) -> None:
    """Add a notice, inside the caller's transaction; the same key adds nothing."""
    # Found here it stops the writer; found at delivery, the mail is lost.
    if kind not in settings.NOTICE_KINDS:
        raise UnknownKind(kind)
    notice = Notice(
        kind=kind,
        person=person,
        payload=payload,
        dedupe_key=dedupe_key,
        due_at=now,
        created_at=now,
    )
    # "Ignore conflicts" would also hide a broken constraint on SQLite; writing
    # the key over itself lets a repeat pass and nothing else.
    Notice.objects.bulk_create(
        [notice],
        update_conflicts=True,
        unique_fields=["dedupe_key"],
        update_fields=["dedupe_key"],
    )
