"""Many connections out of one process: requests that were written before."""

import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

HOST = "127.0.0.1"
PATIENCE = 30.0


class WrongAnswer(Exception):
    """The site said something else than what the bench has come for."""


@dataclass
class Run:
    """What a run saw: how long each answer took, and how big the last one was."""

    began: float = field(default_factory=time.perf_counter)
    ended: float = 0.0
    waits: list[float] = field(default_factory=list)
    size: int = 0

    @property
    def rate(self) -> float:
        return len(self.waits) / (self.ended - self.began)

    def wait(self, share: float) -> float:
        """The wait that this share of the answers stayed below."""
        return sorted(self.waits)[int(share * (len(self.waits) - 1))]


class Connection:
    """One browser: it asks, waits for the whole answer, and asks again."""

    def __init__(self, port: int, requests: Iterator[bytes]) -> None:
        self.socket = socket.create_connection((HOST, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.requests = requests
        self.read = b""
        self.asked_at = 0.0

    def ask(self) -> None:
        self.read = b""
        request = next(self.requests)
        self.asked_at = time.perf_counter()
        self.socket.sendall(request)

    def is_answered(self) -> bool:
        part = self.socket.recv(1 << 18)
        if not part:
            raise WrongAnswer(f"closed after {self.read[:200]!r}")
        self.read += part
        head, end, body = self.read.partition(b"\r\n\r\n")
        return bool(end) and len(body) >= _length(head)

    def check(self, status: bytes) -> None:
        if self.read[9:12] != status:
            raise WrongAnswer(self.read[:2000].decode(errors="replace"))


def _length(head: bytes) -> int:
    _, found, rest = head.lower().partition(b"content-length: ")
    return int(rest.partition(b"\r\n")[0]) if found else 0


def drive(
    port: int, scripts: Sequence[Iterator[bytes]], *, status: int, seconds: float
) -> Run:
    """Keep one request of each script under way; every answer has this status."""
    selector = selectors.DefaultSelector()
    connections = [Connection(port, script) for script in scripts]
    run = Run()
    for connection in connections:
        selector.register(connection.socket, selectors.EVENT_READ, connection)
        connection.ask()
    under_way = len(connections)
    while under_way:
        for key, _ in _ready(selector):
            if key.data.is_answered():
                under_way -= _take(key.data, run, b"%d" % status, seconds)
    run.ended = time.perf_counter()
    for connection in connections:
        connection.socket.close()
    return run


def _ready(selector: selectors.BaseSelector) -> list[tuple[selectors.SelectorKey, int]]:
    ready = selector.select(PATIENCE)
    if not ready:
        raise WrongAnswer(f"none for {PATIENCE} seconds")
    return ready


def _take(connection: Connection, run: Run, status: bytes, seconds: float) -> bool:
    """Count an answer and ask again, or say that the time is over."""
    connection.check(status)
    now = time.perf_counter()
    run.waits.append(now - connection.asked_at)
    run.size = len(connection.read)
    if now - run.began >= seconds:
        return True
    connection.ask()
    return False


def one_by_one(port: int, requests: Sequence[bytes], *, status: int) -> list[float]:
    """How long each took, with nobody else about."""
    connection = Connection(port, iter(requests))
    waits = []
    for _ in requests:
        connection.ask()
        while not connection.is_answered():
            pass
        connection.check(status=b"%d" % status)
        waits.append(time.perf_counter() - connection.asked_at)
    connection.socket.close()
    return waits
