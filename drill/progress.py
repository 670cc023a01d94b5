"""What the drill says while it runs."""

import sys
import time

SAY_EVERY = 10.0


class Progress:
    """Knows how long each row usually takes, and so about how much is left."""

    def __init__(self, expected: dict[str, float]) -> None:
        self.expected = dict(expected)
        self.on_a_terminal = sys.stdout.isatty()

    def begin(self, name: str, what: str) -> None:
        self.name = name
        self.began = self.said = time.monotonic()
        # What is on, and what comes after it.
        self.rest = sum(self.expected.values())
        self.usual = self.expected.pop(name, 0.0)
        print(f"({name}) {what}; about {_clock(self.rest)} left", flush=True)

    def show(self, done: int, wanted: int, kills: int) -> None:
        now = time.monotonic()
        if now < self.said + (0.5 if self.on_a_terminal else SAY_EVERY):
            return
        self.said = now
        seconds = now - self.began
        left = self.rest - min(seconds, self.usual)
        line = (
            f"    {done:,} of {wanted:,} moves, {kills} kills, "
            f"{_clock(seconds)} gone, about {_clock(left)} left"
        )
        if self.on_a_terminal:
            print(f"\r\033[K{line}", end="", flush=True)
        else:
            print(line, flush=True)

    def end(self, verdict: str) -> None:
        if self.on_a_terminal:
            print("\r\033[K", end="")
        print(f"    {verdict}", flush=True)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
