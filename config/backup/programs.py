"""PostgreSQL's programs: found, and told by the environment where the server is."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

from config.backup.trouble import Trouble

INSTALLED = Path("/usr/lib/postgresql")


def found(name: str) -> str:
    if program := shutil.which(name):
        return program
    installed = {
        int(program.parts[-3]): str(program)
        for program in INSTALLED.glob(f"*/bin/{name}")
        if program.parts[-3].isdecimal()
    }
    if installed:
        return installed[max(installed)]
    raise Trouble(
        f"There is no {name} here: install PostgreSQL's client programs, of the "
        "server's version or a newer one (on Debian: postgresql-client)."
    )


def run(name: str, *arguments: str, to_server: bool = False) -> None:
    with running(
        name, *arguments, to_server=to_server, stdout=subprocess.DEVNULL
    ) as process:
        process.wait()


@contextmanager
def running(
    name: str,
    *arguments: str,
    to_server: bool = False,
    stdin: int = subprocess.DEVNULL,
    stdout: int | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program beside; where it fails, what it said is the trouble."""
    where, environment = _server() if to_server else ([], {})
    command = [found(name), *arguments, *where]
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command,
            env=os.environ | environment,
            stdin=stdin,
            stdout=stdout,
            stderr=said,
        )
        try:
            with process:
                yield process
        except (BrokenPipeError, Trouble):
            # Who reads from it, or writes to it, may only have felt that it fell.
            if not process.returncode:
                raise
        if process.returncode:
            raise Trouble(f"{name} failed: {_gist(said)}")


def _server() -> tuple[list[str], dict[str, str]]:
    """Where the server is; the password is in no list of processes that way."""
    given = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    arguments, environment = given
    return arguments[1:], environment or {}


def _gist(said: IO[bytes]) -> str:
    said.seek(0)
    lines = said.read().decode(errors="replace").splitlines() or ["it said nothing"]
    return next((line for line in lines if "error:" in line.lower()), lines[-1])
