"""Runs several programs as one: none stays dead, and none outlives the whole."""

import contextlib
import ctypes
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, cast

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)

PATIENCE = 10.0  # seconds that a program gets for an orderly end
LONGEST_PAUSE = 30.0
STEADY = 60.0  # who ran this long before it died is started again at once


def end_with_parent(*, parent: int, by: signal.Signals) -> None:
    """Have the kernel signal this process when its parent is gone, however it went."""
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, by)
        if os.getppid() != parent:
            os.kill(os.getpid(), by)


@dataclass
class Child:
    """One program, and what is known about it while it runs."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = 0.0
    unfinished_line: bytes = field(default=b"", repr=False)

    def start(self, *, environment: Mapping[str, str], now: float) -> IO[bytes]:
        """Start the program, and give what it says."""
        parent = os.getpid()
        self.started = now
        self.process = subprocess.Popen(
            self.command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            # A group of its own: Ctrl-C reaches the supervisor alone, and what the
            # program starts can be ended with it.
            start_new_session=True,
            # Safe here, for the supervisor has a single thread.
            preexec_fn=lambda: end_with_parent(parent=parent, by=signal.SIGKILL),
        )
        return cast(IO[bytes], self.process.stdout)

    def ask_to_end(self) -> None:
        if self.process:
            self.process.terminate()

    def end_group(self) -> None:
        """End whatever is left of the program and of what it started."""
        if self.process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def is_dead(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def fall(self, *, now: float) -> None:
        """Clear up after a death, and rest longer each time before the next start."""
        self.end_group()
        self.process = None
        steady = now - self.started > STEADY
        self.pause = 0.0 if steady else min(max(1.0, self.pause * 2), LONGEST_PAUSE)

    def is_due(self, *, now: float) -> bool:
        return self.process is None and now >= self.started + self.pause


class Supervisor:
    def __init__(
        self,
        *,
        children: Sequence[Child],
        environment: Mapping[str, str],
        say: Callable[[str, str], None],
    ) -> None:
        self.children = children
        self.environment = environment
        self.say = say
        self.selector = selectors.DefaultSelector()
        self.stopping = False

    def run(self, *, each_round: Callable[[], None]) -> None:
        """Keep all of them running until a signal says to stop."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: setattr(self, "stopping", True))
        try:
            while not self.stopping:
                self._start_who_is_due()
                self._pass_on_output(timeout=0.1)
                self._notice_the_dead()
                each_round()
        finally:
            self._stop()

    def _start_who_is_due(self) -> None:
        for child in self.children:
            now = time.monotonic()
            if child.is_due(now=now):
                output = child.start(environment=self.environment, now=now)
                self.selector.register(output, selectors.EVENT_READ, child)

    def _pass_on_output(self, *, timeout: float) -> None:
        for key, _ in self.selector.select(timeout):
            child: Child = key.data
            read = os.read(key.fd, 65536)
            *lines, child.unfinished_line = (child.unfinished_line + read).split(b"\n")
            for line in lines:
                self.say(child.name, line.decode(errors="replace"))
            if not read:
                self.selector.unregister(key.fileobj)

    def _notice_the_dead(self) -> None:
        for child in self.children:
            if child.process and child.is_dead():
                code = child.process.returncode
                child.fall(now=time.monotonic())
                self.say(child.name, f"ended with {code}, starting again")

    def _stop(self) -> None:
        # The first of them serves the others, so it goes last.
        first, *others = self.children
        for group in (others, [first]):
            for child in group:
                child.ask_to_end()
            self._wait_for(group)
            for child in group:
                child.end_group()

    def _wait_for(self, group: Sequence[Child]) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self._pass_on_output(timeout=0.05)
            if all(child.process is None or child.is_dead() for child in group):
                return
