"""`manage.py serve` as a process of its own, and everything that belongs to it."""

import http.client
import os
import random
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.config.variables import ROOT, variables_of_settings
from tests.waiting import PATIENCE, wait_until


def free_port() -> int:
    # Above 32768 the kernel hands out ports to clients at any time.
    for port in random.sample(range(20000, 32000), 50):
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)):
                return port
    raise OSError("no free port")


class Site:
    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.log = folder / "log"
        # Found again in /proc: every process of the site inherits it.
        self.mark = f"SITE_OF_TEST={folder}"
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name not in variables_of_settings()
        }
        self.environment = inherited | {
            "SITE_OF_TEST": str(folder),
            "PORT": str(self.port),
            "DATA_DIR": str(folder / "data"),
            "RUN_DIR": str(folder / "run"),
            **variables,
        }

    def start(self) -> None:
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--with-parent"],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def said(self, pattern: str) -> bool:
        return bool(re.search(pattern, self.log.read_text()))

    def wait_for(self, pattern: str) -> None:
        def said_or_ended() -> bool:
            return self.said(pattern) or self.process.poll() is not None

        wait_until(said_or_ended)
        assert self.said(pattern), self.log.read_text()

    def status(self, path: str = "/accounts/login/", **headers: str) -> int:
        return self.ask(path, **headers)[0]

    def ask(self, path: str, **headers: str) -> tuple[int, bytes]:
        host = self.environment.get("HOST", "127.0.0.1")
        connection = http.client.HTTPConnection(host, self.port, timeout=10)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def processes(self) -> dict[int, str]:
        """What runs of this site: process ids with their command lines."""
        found = {}
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if self._owns(process):
                    command = (process / "cmdline").read_bytes()
                    found[int(process.name)] = command.replace(b"\0", b" ").decode()
        # One that ended and was not waited for has no command line any more.
        return {pid: command for pid, command in found.items() if command}

    def _owns(self, process: Path) -> bool:
        # The broker overwrites its environment, but works in the site's folder.
        return (
            self.mark.encode() in (process / "environ").read_bytes().split(b"\0")
            or self.folder in (process / "cwd").readlink().parents
        )

    def pid_of(self, part: str) -> int:
        return min(pid for pid, command in self.processes().items() if part in command)

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=PATIENCE)
