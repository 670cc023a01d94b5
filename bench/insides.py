"""Inside of one request: how often it asks the database, and what takes its time."""

import cProfile
import pstats
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

# By the path of the code; the first that fits. What stands in C counts for who
# called it.
LAYERS = (
    ("waiting for SQL", ("{method 'execute' of 'sqlite3", "psycopg", "{method 'poll'")),
    ("crypto", ("cryptography", "hmac", "hashlib", "openssl")),
    ("engine and fold", ("games/engine/", "games/fold.py")),
    ("templates", ("django/template", "django/utils/html", "utils/safestring")),
    ("words and dates", ("translation/", "gettext", "formats", "dateformat", "words")),
    ("addresses", ("django/urls/",)),
    ("forms", ("django/forms/",)),
    ("middleware, session, user", ("middleware", "contrib/", "csp/", "allauth")),
    ("JSON", ("json/",)),
    ("ORM", ("django/db/", "sqlite3", "django/dispatch")),
    ("own code", ("games/", "accounts/", "config/")),
)

Ask = Callable[[], None]


def asking(raw: bytes, *, status: int) -> Ask:
    """What the server would do with these bytes, in this process."""
    head, _, body = raw.decode().partition("\r\n\r\n")
    first, *lines = head.split("\r\n")
    method, path, _ = first.split(" ")
    headers = dict(line.split(": ", 1) for line in lines)
    kind = headers.pop("Content-Type", "text/plain")
    handler = WSGIHandler()

    def ask() -> None:
        request = RequestFactory(headers=headers).generic(
            method, path, data=body, content_type=kind
        )
        answer = handler.get_response(request)
        assert answer.status_code == status, answer

    return ask


def queries(ask: Ask) -> int:
    """Statements sent, without those that open and close the transaction."""
    with CaptureQueriesContext(connection) as captured:
        ask()
    around = ("BEGIN", "COMMIT")
    return sum(not query["sql"].startswith(around) for query in captured)


def shares(asks: Iterable[Ask]) -> list[tuple[str, float]]:
    """Which layer takes which share of the time, the largest first."""
    profile = cProfile.Profile()
    for ask in asks:
        profile.runcall(ask)
    spent: Counter[str] = Counter()
    # The stubs do not know what stands in it.
    stats: dict[Any, Any] = vars(pstats.Stats(profile))["stats"]
    for (file, _, name), (_, _, own, _, callers) in stats.items():
        if file != "~" or _layer(name):
            spent[_layer(name if file == "~" else file) or "Python and Django"] += own
            continue
        for (caller, _, _), (_, _, part, _) in callers.items():
            spent[_layer(caller) or "Python and Django"] += part
    whole = sum(spent.values())
    return [(layer, time / whole) for layer, time in spent.most_common()]


def _layer(path: str) -> str | None:
    for layer, marks in LAYERS:
        if any(mark in path for mark in marks):
            return layer
    return None
