"""The site as it is served, on a database of its own, for as long as a run takes."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from config import probe
from config.supervisor import end_with_parent
from tests.config.site_process import free_port
from tests.config.variables import variables_of_settings
from tests.waiting import wait_until

# As `manage.py serve` has it.
SERVER = ("-c", "python:config.gunicorn", "config.wsgi")
DATABASES = ("postgresql", "sqlite")


def environment(folder: Path, database_url: str | None) -> dict[str, str]:
    """None of the machine's settings; the floor's address beside the site's."""
    ours = variables_of_settings()
    others = {name: value for name, value in os.environ.items() if name not in ours}
    return others | {
        "DJANGO_SETTINGS_MODULE": "bench.floor_settings",
        "PORT": str(free_port()),
        "DATA_DIR": str(folder / ("data" if database_url is None else "data-postgres")),
        # Static files are collected once for both databases.
        "RUN_DIR": str(folder / "run"),
        **({} if database_url is None else {"DATABASE_URL": database_url}),
    }


@contextmanager
def served(variables: Mapping[str, str]) -> Iterator[int]:
    """Gunicorn as `make run` starts it; give its port."""
    parent, port = os.getpid(), int(variables["PORT"])
    log = Path(variables["DATA_DIR"]) / "gunicorn.log"
    with log.open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *SERVER],
            env=variables,
            stdout=said,
            stderr=said,
            preexec_fn=lambda: end_with_parent(parent=parent, by=signal.SIGTERM),
        )
    try:
        wait_until(lambda: probe.answers(url=f"http://127.0.0.1:{port}/healthz"))
        yield port
    finally:
        process.terminate()
        process.wait(timeout=30)
