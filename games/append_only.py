"""Rows that the database itself refuses to change: SQL for both databases."""

from collections.abc import Iterator
from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLES: Final = ("games_event", "games_outage")

_FUNCTION: Final = """
    CREATE OR REPLACE FUNCTION refuse_to_change() RETURNS trigger AS $$
    BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END
    $$ LANGUAGE plpgsql
"""
# By the name that each trigger adds to its table's.
_POSTGRESQL: Final = {
    "rows_stay": """
        CREATE OR REPLACE TRIGGER {name} BEFORE UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION refuse_to_change()
    """,
    "stays": """
        CREATE OR REPLACE TRIGGER {name} BEFORE TRUNCATE ON {table}
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change()
    """,
}
# INSERT OR REPLACE deletes first, which `recursive_triggers` in the settings shows.
_SQLITE: Final = {
    f"no_{verb.lower()}": f"CREATE TRIGGER IF NOT EXISTS {{name}} BEFORE {verb} ON "
    "{table} BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    for verb in ("UPDATE", "DELETE")
}

_THERE: Final = {
    # One that was switched off is not there.
    "postgresql": "SELECT tgname FROM pg_trigger WHERE tgenabled IN ('O', 'A')",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
}


def _triggers(vendor: str) -> Iterator[tuple[str, str]]:
    """Each trigger there has to be: its name, and what makes it."""
    templates = _POSTGRESQL if vendor == "postgresql" else _SQLITE
    for table in TABLES:
        for suffix, template in templates.items():
            name = f"{table}_{suffix}"
            yield name, template.format(name=name, table=table)


def guard(apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """For migrations, safe to do again.

    It follows each change of such a table: SQLite rebuilds it, and its triggers are
    silently gone.
    """
    vendor = schema_editor.connection.vendor
    if vendor == "postgresql":
        schema_editor.execute(_FUNCTION, params=None)
    for _, statement in _triggers(vendor):
        # Without parameters, so that a percent sign is only itself.
        schema_editor.execute(statement, params=None)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The triggers that should be there and are not."""
    with connection.cursor() as cursor:
        cursor.execute(_THERE[connection.vendor])
        there = {name for (name,) in cursor.fetchall()}
    return [name for name, _ in _triggers(connection.vendor) if name not in there]
