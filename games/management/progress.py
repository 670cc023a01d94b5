"""How far a long command is: one line on a terminal, written over and over."""

import time
from collections.abc import Callable

from django.core.management.base import OutputWrapper

BETWEEN_LINES = 0.2


class Progress:
    """Silent where nobody watches: into a file or a pipe, no line is written."""

    def __init__(
        self,
        stream: OutputWrapper,
        *,
        total: Callable[[], int],
        quiet: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.stream = stream
        self.is_watched = stream.isatty() and not quiet
        # Counting a million rows takes a while: not for nobody.
        self.total = total() if self.is_watched else 0
        self.clock = clock
        self.began = self.written = clock()
        self.done = 0

    def step(self) -> None:
        self.done += 1
        now = self.clock()
        if self.is_watched and now - self.written >= BETWEEN_LINES:
            self.written = now
            self._write(f"\r{self._line(now - self.began)}\033[K")

    def clear(self) -> None:
        """Make room for a line that stays."""
        if self.is_watched:
            self._write("\r\033[K")

    def _write(self, text: str) -> None:
        self.stream.write(text, style_func=str, ending="")
        self.stream.flush()

    def _line(self, seconds: float) -> str:
        rate = self.done / max(seconds, 0.001)
        # What was made since it was counted is done, too.
        left = max(self.total - self.done, 0) / rate
        share = min(self.done / max(self.total, 1), 1)
        return (
            f"{self.done:,} of {self.total:,} games ({share:.0%}), "
            f"{rate:,.0f} games/s, {_spoken(left)} left"
        )


def _spoken(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
