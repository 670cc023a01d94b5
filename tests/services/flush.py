"""The flush after a transactional test leads back to what the migrations made."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper


@contextmanager
def triggers_off() -> Iterator[None]:
    """Switch off every trigger of the test database, as only a test may."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")
            yield
            cursor.execute("SET session_replication_role = DEFAULT")
        else:
            triggers = _drop_triggers(cursor)
            yield
            for sql in triggers:
                cursor.execute(sql)


def _drop_triggers(cursor: CursorWrapper) -> list[str]:
    cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    triggers = dict(cursor.fetchall())
    for name in triggers:
        cursor.execute(f'DROP TRIGGER "{name}"')
    return list(triggers.values())


def lead_back_to(migrated: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a flush pass the append-only triggers, and put migrated rows back."""
    operations = type(connection.ops)
    flush = operations.execute_sql_flush

    def execute_sql_flush(self: Any, sql_list: list[str]) -> None:
        with triggers_off():
            flush(self, sql_list)
        connection.creation.deserialize_db_from_string(migrated)

    monkeypatch.setattr(operations, "execute_sql_flush", execute_sql_flush)
