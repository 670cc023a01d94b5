"""What was under way when a kill fell: "0 lost" with nothing in flight is no proof."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Flight:
    kills: int
    # Over all kills together.
    requests: int
    # Kills that broke at least one of the requests that were under way.
    hits: int

    @property
    def a_kill(self) -> float:
        return self.requests / self.kills if self.kills else 0.0


def flight(kills: Sequence[float], requests: Iterable[dict[str, Any]]) -> Flight:
    times = sorted(kills)
    under_way = [0] * len(times)
    broken = [False] * len(times)
    for request in requests:
        first = bisect_right(times, request["began"])
        for number in range(first, bisect_right(times, request["ended"])):
            under_way[number] += 1
            broken[number] |= request["status"] == 0 or request["status"] >= 500
    return Flight(len(times), sum(under_way), sum(broken))
