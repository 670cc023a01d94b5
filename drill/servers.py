"""What a row runs on: a database that can be killed, and web processes that can."""

import atexit
import http.client
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from cryptography.fernet import Fernet

from config.supervisor import end_with_parent
from tests.config.site_process import free_port
from tests.config.variables import ROOT, variables_of_settings
from tests.services import postgresql
from tests.services.processes import children_of

PATIENCE = 60.0


class Site:
    """Everything that one row has for itself, and the web server in it."""

    def __init__(
        self, folder: Path, database: postgresql.Server | None, **variables: str
    ) -> None:
        self.folder = folder
        self.database = database
        self.port = free_port()
        self.deaths = folder / "deaths"
        self.environment = _inherited() | {
            "PORT": str(self.port),
            "DATA_DIR": str(folder / "data"),
            "RUN_DIR": str(_run_dir()),
            "DATABASE_URL": database.url if database else f"sqlite:///{folder}/db",
            "SECRET_KEY": Fernet.generate_key().decode() * 2,
            "SEED_KEYS": Fernet.generate_key().decode(),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DRILL_DEATHS": str(self.deaths),
            **variables,
        }

    def run(self, module: str, *words: str) -> str:
        """What a program of the drill prints that works beside the site."""
        done = subprocess.run(
            [sys.executable, "-m", module, *words],
            cwd=ROOT,
            env=self.environment,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout

    def start_web(self) -> None:
        parent = os.getpid()
        with (self.folder / "web.log").open("ab") as log:
            # Loaded once: else who is killed every second would do little but start.
            # fmt: off
            self.web = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "-c", "python:config.gunicorn",
                 "--preload", "drill.wsgi"],
                cwd=ROOT, env=self.environment, stdout=log, stderr=log,
                preexec_fn=lambda: end_with_parent(parent=parent, by=signal.SIGTERM),
            )
            # fmt: on
        self._wait_until_it_answers()

    def stop_web(self) -> None:
        self.web.terminate()
        self.web.wait(timeout=PATIENCE)

    def kill_a_worker(self) -> None:
        workers = children_of(self.web.pid)
        if workers:
            with suppress(ProcessLookupError):
                os.kill(random.choice(workers), signal.SIGKILL)

    def restart_database(self) -> None:
        """Kill the database, all of it, and start it again at once."""
        assert self.database, "SQLite has no server to kill"
        self.database.kill()
        self.database.start()

    def execute(self, statement: str) -> None:
        assert self.database, "only PostgreSQL is asked for this"
        with self.database.connect() as connection:
            connection.execute(statement)

    def times_of_death(self) -> list[float]:
        """When failpoints ended a web process."""
        if not self.deaths.exists():
            return []
        return [float(line) for line in self.deaths.read_text().split()]

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self.web.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self.folder / "web.log").read_text()[-4000:])
            time.sleep(0.05)

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", "/rules/")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


@cache
def _run_dir() -> Path:
    """One for all rows: what takes longest to prepare are the static files in it."""
    folder = tempfile.mkdtemp(prefix="pd-drill-run-")
    atexit.register(shutil.rmtree, folder)
    return Path(folder)


def _inherited() -> dict[str, str]:
    """The environment without anything that the machine says about the site."""
    own = variables_of_settings()
    return {name: value for name, value in os.environ.items() if name not in own}


@contextmanager
def site(*, postgres: dict[str, str] | None = None, **variables: str) -> Iterator[Site]:
    """A site of its own: on PostgreSQL with these settings, or else on SQLite."""
    with tempfile.TemporaryDirectory(prefix="pd-drill-") as folder:
        if postgres is None:
            yield from _with_web(Site(Path(folder), None, **variables))
            return
        # As it is in production: what is committed is on the disk.
        with postgresql.running(**postgres) as server:
            yield from _with_web(Site(Path(folder), server, **variables))


def _with_web(made: Site) -> Iterator[Site]:
    made.run("drill.cast", "prepare")
    made.start_web()
    try:
        yield made
    finally:
        made.stop_web()
