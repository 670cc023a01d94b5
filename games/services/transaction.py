"""One transaction per command, done over as a whole where two of them met."""

import random
import sqlite3
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, OperationalError, transaction

from games.models import Game

T = TypeVar("T")

TRIES = 5
DEADLOCK_OR_SERIALIZATION = ("40P01", "40001")


class NoSuchGame(LookupError):
    pass


def whole(command: Callable[[], T]) -> T:
    """Run it in a transaction of its own; a conflict starts it anew from the rows."""
    for last_try in [False] * (TRIES - 1) + [True]:
        try:
            with transaction.atomic(durable=True):
                return command()
        except (IntegrityError, OperationalError) as error:
            if last_try or not _is_conflict(error):
                raise
            time.sleep(random.uniform(0.005, 0.05))
    raise AssertionError


def _is_conflict(error: IntegrityError | OperationalError) -> bool:
    """Whether somebody else was first; a database that is away is another matter.

    SQLite has no row locks: there, a busy database or a unique constraint tells.
    """
    if isinstance(error, IntegrityError):
        return True
    reason = error.__cause__
    if isinstance(reason, sqlite3.OperationalError):
        return reason.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
    return getattr(reason, "sqlstate", None) in DEADLOCK_OR_SERIALIZATION


def locked(public_id: str) -> Game:
    """The game's row, held until the transaction is over."""
    rows = Game.objects.select_related("secret").select_for_update(of=("self",))
    game = rows.filter(public_id=public_id).first()
    if game is None:
        raise NoSuchGame(public_id)
    return game
