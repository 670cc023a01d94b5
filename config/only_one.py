"""One of everything that must have the site's place for itself."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings


class Taken(Exception):
    """Somebody else has it: a running site, or who puts a backup back."""


@contextmanager
def only_one() -> Iterator[None]:
    """Hold RUN_DIR; the kernel lets go of it when the process ends, however it does."""
    settings.RUN_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.RUN_DIR / "serve.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Taken from None
        yield
