"""PostgreSQL: its own programs copy and put back, each in one transaction."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from typing import IO, cast

from django.apps import apps
from django.conf import settings
from django.db import connection

from config.backup import drafts, programs
from config.backup.trouble import Trouble

SUFFIX = ".dump"
BEGINS_WITH = b"PGDMP"


def write(draft: Path) -> None:
    programs.run("pg_dump", "--format", "custom", "--file", str(draft), to_server=True)
    check(draft)


def check(backup: Path) -> None:
    programs.run("pg_restore", "--list", str(backup))


def rows(backup: Path, table: str, *columns: str) -> Iterator[tuple[str, ...]]:
    """What stands in a table of the backup; no server is asked.

    Only for values without a tab, a line's end or a backslash.
    """
    options = ("--data-only", "--table", table, "--file", "-", str(backup))
    found = False
    places: list[int] = []
    with programs.running("pg_restore", *options, stdout=PIPE) as reader:
        for line in _lines(reader.stdout):
            if line.startswith("COPY "):
                names = line[line.index("(") + 1 : line.index(")")].split(", ")
                places = [names.index(column) for column in columns]
                found = True
            elif line == "\\.":
                places = []
            elif places:
                values = line.split("\t")
                yield tuple(values[place] for place in places)
    if not found:
        raise Trouble(f"{backup} is no backup of Postdoku: it has no {table}.")


def _lines(output: IO[bytes] | None) -> Iterator[str]:
    for line in output or ():
        yield line.decode().rstrip("\n")


def who_else() -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        [count] = cursor.fetchone()
    connection.close()
    return f"{count} others are connected to the database." if count else ""


def put_back(backup: Path, *, stamp: str) -> Path | None:
    """Take the place of what is in the database; give where that is kept now."""
    aside = None
    tables = _own_tables()
    if tables:
        aside = settings.DATA_DIR / "backups" / f"before-{stamp}{SUFFIX}"
        with drafts.finished(aside) as draft:
            write(draft)
    connection.close()
    _run_as_one(backup, tables)
    return aside


def _run_as_one(backup: Path, tables: list[str]) -> None:
    """Everything goes and everything comes, or nothing does.

    Not by `pg_restore --single-transaction`: it cannot take away a table that the
    backup does not know, but that points at one that has to go.
    """
    how = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--file", "-")
    quiet = ("--no-psqlrc", "--quiet", "--output", "/dev/null")
    careful = ("--set", "ON_ERROR_STOP=1")
    with programs.running(
        "psql", *quiet, *careful, to_server=True, stdin=PIPE
    ) as writer:
        script = cast(IO[bytes], writer.stdin)
        script.write(_beginning(tables).encode())
        with programs.running("pg_restore", *how, str(backup), stdout=PIPE) as reader:
            shutil.copyfileobj(cast(IO[bytes], reader.stdout), script)
        # Not reached where the backup breaks off: psql then rolls back.
        script.write(b"\nANALYZE;\nCOMMIT;\n")


def _beginning(tables: list[str]) -> str:
    quoted = [connection.ops.quote_name(table) for table in tables]
    gone = f"DROP TABLE {', '.join(quoted)} CASCADE;\n" if quoted else ""
    return f"BEGIN;\nSET lock_timeout = '10s';\n{gone}"


def _own_tables() -> list[str]:
    """Also those of a newer version, by their names; others may share the database."""
    own = {app.label for app in apps.get_app_configs()} | {"django"}
    with connection.cursor() as cursor:
        there = connection.introspection.table_names(cursor)
    cache = settings.CACHES["default"]["LOCATION"]
    return [name for name in there if name == cache or name.split("_")[0] in own]
