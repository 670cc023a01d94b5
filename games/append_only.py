"""Rows that the database itself refuses to change: SQL for both databases."""

from typing import Final

TABLES: Final = ("games_event", "games_outage")

_POSTGRESQL: Final = (
    """
    CREATE OR REPLACE FUNCTION refuse_to_change() RETURNS trigger AS $$
    BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END
    $$ LANGUAGE plpgsql
    """,
    """
    CREATE TRIGGER {table}_rows_stay BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change()
    """,
    """
    CREATE TRIGGER {table}_stays BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change()
    """,
)
# INSERT OR REPLACE deletes first, which `recursive_triggers` in the settings shows.
_SQLITE: Final = tuple(
    f"CREATE TRIGGER {{table}}_no_{verb.lower()} BEFORE {verb} ON {{table}} "
    "BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    for verb in ("UPDATE", "DELETE")
)


def statements(vendor: str, table: str) -> list[str]:
    """What makes this table append-only in this database."""
    templates = _POSTGRESQL if vendor == "postgresql" else _SQLITE
    return [template.format(table=table) for template in templates]
