"""What the drill breaks in a web process on purpose, before it serves.

The product itself has no failpoints: this replaces functions of it, and `drill/` is
no part of what is deployed. `DRILL_SABOTAGE` names what to break.
"""

import os
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from games import notify
from games.services import record, transaction

# One in so many moves dies at a failpoint.
ONE_IN = 40

Command = Callable[[], Any]
whole = transaction.whole


def commit_as_usual() -> None:
    """Nothing is broken; what a drill breaks from outside is enough."""


def start_unguarded() -> None:
    """Let the site run on a database that it would refuse to start on."""
    replace("config.checks.refuse_to_start_unguarded", lambda: None)


def die_before_commit() -> None:
    def dying(command: Command) -> Any:
        def all_but_committed() -> Any:
            done = command()
            die_sometimes()
            return done

        return whole(all_but_committed)

    replace("games.services.record.whole", dying)


def die_after_commit() -> None:
    def dying(command: Command) -> Any:
        done = whole(command)
        die_sometimes()
        return done

    replace("games.services.record.whole", dying)


def look_up_no_key() -> None:
    """Whoever asks again is judged as if for the first time."""

    class NoKey(str):
        def __eq__(self, other: object) -> bool:
            return False

        __hash__ = str.__hash__

    def asked(*, key: str, **fields: Any) -> record.Asked:
        return record.Asked(key=NoKey(key), **fields)

    replace("games.services.play.Asked", asked)


def lock_nothing() -> None:
    """The unique keys, which would still tell who was first, the drill drops itself."""
    replace("django.db.models.QuerySet.select_for_update", lambda rows, **options: rows)


def notify_after_commit() -> None:
    """As if the outbox were a second step: what dies between leaves nobody told."""
    this_thread = threading.local()
    after_event = notify.after_event

    def later(**told: Any) -> None:
        this_thread.waiting.append(lambda: after_event(**told))

    def dying(command: Command) -> Any:
        this_thread.waiting = []
        done = whole(command)
        die_sometimes()
        for told in this_thread.waiting:
            whole(told)
        return done

    replace("games.notify.after_event", later)
    replace("games.services.record.whole", dying)


def replace(name: str, by: Callable[..., Any]) -> None:
    """For as long as the process lives, and also where there is no such thing yet."""
    patch(name, by, create=True).start()


def die_sometimes() -> None:
    if random.randrange(ONE_IN) == 0:
        with Path(os.environ["DRILL_DEATHS"]).open("a") as deaths:
            deaths.write(f"{time.time()}\n")
        os._exit(1)


KINDS: dict[str, Callable[[], None]] = {
    "": commit_as_usual,
    "unguarded": start_unguarded,
    "before_commit": die_before_commit,
    "after_commit": die_after_commit,
    "no_key_check": look_up_no_key,
    "no_lock": lock_nothing,
    "notice_after_commit": notify_after_commit,
}


def commit() -> None:
    """Break what the drill asked for; a name that is not known ends the process."""
    for name in os.environ.get("DRILL_SABOTAGE", "").split(","):
        KINDS[name]()
