"""Copies of the database, and the secrets apart: made, looked at, put back."""

from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from config.backup import drafts, postgresql, secrets_file, sqlite
from config.backup.trouble import Trouble
from games import secrets

WAYS: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgresql}
OWN_APPS = ("accounts", "games")


class Written(NamedTuple):
    database: Path
    secrets: Path


def stamp(now: datetime) -> str:
    return now.strftime("%Y%m%d-%H%M%S")


def write(*, folder: Path, secrets_folder: Path, now: datetime) -> Written:
    """Copy the database as it is at one instant, also while the site runs."""
    if folder.resolve() == secrets_folder.resolve():
        raise Trouble("The secrets must not lie beside the database: name two folders.")
    database = folder / f"postdoku-{stamp(now)}{_way().SUFFIX}"
    written = Written(database, secrets_folder / f"secrets-{stamp(now)}.json")
    with drafts.finished(database) as draft:
        _way().write(draft)
    secrets_file.write(written.secrets)
    return written


def refuse_unless_fit(backup: Path, *, seed_keys: list[str] | None) -> None:
    """Look at a backup before anything is changed for it; None asks for no keys."""
    _refuse_another_kind(backup)
    _way().check(backup)
    _refuse_a_newer_one(backup)
    if seed_keys is not None:
        _refuse_closed_seeds(backup, seed_keys)


def refuse_while_in_use() -> None:
    if used := _way().who_else():
        raise Trouble(f"{used} Stop everything that belongs to the site first.")


def put_back(backup: Path, *, now: datetime) -> Path | None:
    """Replace the database as a whole; give where the one before is, if one was."""
    aside: Path | None = _way().put_back(backup, stamp=stamp(now))
    return aside


def _way() -> ModuleType:
    return WAYS[connection.vendor]


def _refuse_another_kind(backup: Path) -> None:
    try:
        with backup.open("rb") as file:
            beginning = file.read(16)
    except OSError as error:
        raise Trouble(f"{backup} cannot be read: {error.strerror}.") from None
    kinds = [
        vendor for vendor, way in WAYS.items() if beginning.startswith(way.BEGINS_WITH)
    ]
    if not kinds:
        raise Trouble(f"{backup} is no copy of a database.")
    if kinds != [connection.vendor]:
        raise Trouble(
            f"{backup} is of {kinds[0]}, but this site runs on {connection.vendor}: "
            "see DATABASE_URL."
        )


def _refuse_a_newer_one(backup: Path) -> None:
    known = MigrationLoader(None).disk_migrations
    for app, name in _way().rows(backup, "django_migrations", "app", "name"):
        # What others have taken back since is theirs.
        if app in OWN_APPS and (app, name) not in known:
            raise Trouble(
                f"{backup} is of a newer Postdoku, which has the migration "
                f"{app}.{name}: put that version here first."
            )


def _refuse_closed_seeds(backup: Path, seed_keys: list[str]) -> None:
    sealed = (row[0] for row in _way().rows(backup, "games_gamesecret", "sealed"))
    opened, closed = secrets.tried(sealed, seed_keys)
    if closed:
        raise Trouble(
            f"SEED_KEYS do not open {closed} of {opened + closed} seeds in {backup}, "
            "and those games could not be played on. Name the file with the secrets by "
            "--secrets; if they are lost for good, --without-keys restores the rest."
        )
