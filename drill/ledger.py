"""What a client writes down for itself: each decision, and each request with its end.

One JSON object a line. A decision has `decided` (its key) and what is asked for; a
request has `asked` (the key, or null for a look at the game), when it began and
ended, and what came back, with `status` 0 where nothing did.
"""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class Ledger:
    def __init__(self, path: Path) -> None:
        self._file = path.open("a", buffering=1)
        self._lock = threading.Lock()

    def write(self, **entry: Any) -> None:
        line = json.dumps(entry, separators=(",", ":"))
        with self._lock:
            self._file.write(f"{line}\n")


class Reader:
    """Counts, while the clients still write, the decisions that were acknowledged."""

    def __init__(self, paths: list[Path]) -> None:
        self._offsets = dict.fromkeys(paths, 0)
        self._acknowledged = 0

    def read_on(self) -> int:
        for path, offset in self._offsets.items():
            with path.open("rb") as file:
                file.seek(offset)
                lines = file.read().rpartition(b"\n")[0]
            self._acknowledged += lines.count(b'"acknowledged":true')
            self._offsets[path] = offset + len(lines)
        return self._acknowledged


def requests(paths: list[Path]) -> Iterator[dict[str, Any]]:
    for path in paths:
        for line in path.read_text().splitlines():
            entry = json.loads(line)
            if "status" in entry:
                yield entry


def now() -> float:
    """Wall time: the processes of one machine compare it."""
    return time.time()
