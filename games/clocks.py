"""Time for moves, in seconds, as pure arithmetic: the clock is read at the doors."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

Pause = tuple[datetime, datetime]


class Pace(NamedTuple):
    """Each turn adds the increment, never beyond the cap."""

    start: int
    increment: int
    cap: int


def a_move(days: int) -> Pace:
    """So many days for every move, whether the last one took long or not."""
    seconds = days * 24 * 3600
    return Pace(seconds, seconds, seconds)


def running_seconds(since: datetime, now: datetime, pauses: Iterable[Pause]) -> int:
    """How long a clock ran: the time since then, less every pause in it."""
    ran = now - since
    paused_until = since
    for began, ended in sorted(pauses):
        # Pauses may overlap; what they share stops the clock only once.
        began, ended = max(began, paused_until), min(ended, now)
        if ended > began:
            ran -= ended - began
            paused_until = ended
    return int(ran.total_seconds())


def deadline(
    clock: int, since: datetime, now: datetime, pauses: Iterable[Pause]
) -> datetime:
    """When the time is over, as far as can be said now: later, if there is a pause."""
    left = clock - running_seconds(since, now, pauses)
    return now + timedelta(seconds=left)


def after_turn(pace: Pace, clock: int, used: int) -> int:
    """What the player has for the next turn."""
    return min(pace.cap, max(0, clock - used) + pace.increment)
