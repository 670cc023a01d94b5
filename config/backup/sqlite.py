"""SQLite: a copy made while the site runs, put back while it does not."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from django.db import connection

from config.backup import drafts
from config.backup.trouble import Trouble

SUFFIX = ".sqlite3"
BEGINS_WITH = b"SQLite format 3\0"


def write(draft: Path) -> None:
    here = _place()
    if not here.exists():
        raise Trouble(f"There is no database at {here}.")
    try:
        # One read transaction: what commits meanwhile waits for the next backup, and
        # nobody waits for this one.
        with closing(_opened(here)) as database:
            database.execute("VACUUM INTO ?", [str(draft)])
    except sqlite3.Error as error:
        raise Trouble(f"{here} cannot be copied: {error}.") from None
    check(draft)


def check(backup: Path) -> None:
    """Read the whole of it."""
    try:
        with closing(_opened(backup, "mode=ro&immutable=1")) as database:
            [said] = database.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        said = str(error)
    if said != "ok":
        raise Trouble(f"{backup} is damaged: {said}.")


def rows(backup: Path, table: str, *columns: str) -> Iterator[tuple[str, ...]]:
    """What stands in a table of the backup."""
    query = f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608 - own names
    with closing(_opened(backup, "mode=ro&immutable=1")) as database:
        try:
            yield from database.execute(query)
        except sqlite3.DatabaseError as error:
            raise Trouble(f"{backup} is no backup of Postdoku: {error}.") from None


def who_else() -> str:
    """Who uses the database, as far as that can be seen."""
    here = _place()
    if here.exists() and _empty_the_log(here) and _log(here).exists():
        # The last one to close it takes the log away.
        return f"Another process has {here} open."
    return ""


def put_back(backup: Path, *, stamp: str) -> Path | None:
    """Take the place of the database; give where the one before is now."""
    here = _place()
    aside = here.with_name(f"{here.name}.before-{stamp}")
    existed = here.exists()
    connection.close()
    with drafts.finished(here) as draft:
        shutil.copyfile(backup, draft)
        check(draft)
        drafts.sync(draft)
        if existed:
            shutil.copymode(here, draft)
            _set_aside(here, aside)
    return aside if existed else None


def _set_aside(here: Path, aside: Path) -> None:
    """Give the old one a second name; its first is free for the new one then."""
    _empty_the_log(here)
    os.link(here, aside)
    if _log(here).exists():
        os.link(_log(here), _log(aside))
    drafts.sync(here.parent)
    # A new database beside an old log would be taken for one with it.
    _log(here).unlink(missing_ok=True)
    here.with_name(f"{here.name}-shm").unlink(missing_ok=True)


def _empty_the_log(here: Path) -> bool:
    """Bring what was committed into the file itself, unless that is broken."""
    with suppress(sqlite3.DatabaseError), closing(_opened(here)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return True
    return False


def _log(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


def _place() -> Path:
    return Path(connection.settings_dict["NAME"]).absolute()


def _opened(path: Path, how: str = "mode=rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)
