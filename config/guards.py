"""Whether the database keeps what it acknowledges: looked at when a process starts."""

import logging
import sys
from collections.abc import Iterator

from django.db import InterfaceError, OperationalError, connection

from games import append_only

logger = logging.getLogger(__name__)


def refuse_to_start_unguarded() -> None:
    """End the process where a move could be lost or a log be changed."""
    try:
        reasons = list(what_is_unguarded())
    except (OperationalError, InterfaceError) as error:
        # Pages answer 503 until it is there, and `/healthz` goes on looking.
        logger.warning("The database cannot be asked for its guards: %s", error)
        return
    if reasons:
        sys.exit("Postdoku does not start:\n" + "\n".join(reasons))


def what_is_unguarded() -> Iterator[str]:
    """In sentences, each with what to do."""
    if connection.vendor == "postgresql":
        yield from _unsafe_in_postgresql()
    else:
        yield from _unsafe_in_sqlite()
    if missing := append_only.missing(connection):
        yield (
            f"The database lacks {', '.join(missing)}, so that the log could be "
            "changed. Run `manage.py migrate`; if that does not bring them, "
            "somebody took them away: see docs/operating.md, Guards."
        )


def _unsafe_in_postgresql() -> Iterator[str]:
    # Every other value waits at least for this server's own disk.
    for setting in ("synchronous_commit", "fsync", "full_page_writes"):
        if _asked(f"SHOW {setting}") == "off":
            yield f"PostgreSQL runs with {setting}=off and could lose moves."


def _unsafe_in_sqlite() -> Iterator[str]:
    wanted = {"recursive_triggers": 1, "synchronous": 2, "journal_mode": "wal"}
    for pragma, value in wanted.items():
        if _asked(f"PRAGMA {pragma}") != value:
            yield f"SQLite runs without {pragma}={value}, which the settings ask for."


def _asked(sql: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0]
