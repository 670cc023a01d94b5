"""What the site answers, and everything that it sets in motion, byte by byte.

The clock stands still and dice fall the same every time, so that nothing has to be
left out of a comparison: no token, no key, no date.
"""

import logging
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.db import models, transaction
from django.test import Client

from accounts.models import Notice
from games.models import Event, Game, Seat
from tests.games.cast import NOON

WRITTEN: tuple[type[models.Model], ...] = (Event, Game, LogEntry, Notice, Seat)


class Answer(NamedTuple):
    status: int
    headers: list[tuple[str, str]]
    cookies: str
    body: bytes
    logged: list[str]
    written: list[Any]


class Request(NamedTuple):
    method: str
    address: str
    said: dict[str, Any] | None = None


def ask(session: str | None, request: Request) -> Answer:
    """Ask once, and undo whatever came of it."""
    client = Client(SERVER_NAME="localhost")
    if session:
        client.cookies["sessionid"] = session
    before = transaction.savepoint()
    with _logged() as logged, standing_still():
        send = client.get if request.method == "GET" else client.post
        response = send(request.address, request.said)
        answer = Answer(
            response.status_code,
            list(response.headers.items()),
            response.cookies.output(),
            b"".join(response) if response.streaming else response.content,
            logged,
            written() if request.method == "POST" else [],
        )
    transaction.savepoint_rollback(before)
    return answer


def written() -> list[Any]:
    """Every row that a request could have written and somebody could come to read."""
    rows = [row for model in WRITTEN for row in model.objects.order_by("pk").values()]
    # PostgreSQL never gives a number twice, even where a row was taken back.
    return [{name: said for name, said in row.items() if name != "id"} for row in rows]


def differing_parts(one: Answer, two: Answer) -> list[str]:
    return [part for part in Answer._fields if getattr(one, part) != getattr(two, part)]


@contextmanager
def standing_still() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False), pytest.MonkeyPatch.context() as patch:
        dice = random.Random(0)
        patch.setattr(os, "urandom", dice.randbytes)
        patch.setattr(random, "_urandom", dice.randbytes)
        kept = random.getstate()
        random.seed(0)
        try:
            yield
        finally:
            random.setstate(kept)


@contextmanager
def _logged() -> Iterator[list[str]]:
    lines: list[str] = []
    handler = _Lines(lines.append)
    loggers = [logging.getLogger(), logging.getLogger("django")]
    for logger in loggers:
        logger.addHandler(handler)
    yield lines
    for logger in loggers:
        logger.removeHandler(handler)


class _Lines(logging.Handler):
    def __init__(self, write: Callable[[str], object]) -> None:
        super().__init__()
        self.write = write

    def emit(self, record: logging.LogRecord) -> None:
        self.write(f"{record.name}: {record.getMessage()}")
