"""The log's hash chain: each event's hash covers the one before it."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any, NamedTuple

# One encoder for all: `json.dumps` with options builds a new one on every call.
_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False
).encode


class Link(NamedTuple):
    """One event as the chain sees it; `at` is written `2026-11-01T00:00:00Z`."""

    seq: int
    kind: str
    seat: int | None
    payload: dict[str, Any]
    clock: int | None
    at: str
    key: str
    ends: str | None


def link_hash(previous: str, link: Link) -> str:
    """This event's hash over the one before; the first is over the commitment."""
    return hashlib.sha256(f"{previous}\n{_encode(link)}".encode()).hexdigest()


def first_break(commitment: str, log: Iterable[tuple[Link, str]]) -> int | None:
    """The first seq that is missing, out of order or does not match its hash."""
    previous = commitment
    for expected, (link, stored) in enumerate(log, start=1):
        if link.seq != expected or stored != link_hash(previous, link):
            return expected
        previous = stored
    return None
