"""A real broker for as long as the tests run."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config import broker
from config.supervisor import end_with_parent


@contextmanager
def running() -> Iterator[str]:
    """Run the broker that `make run` embeds, and give its address."""
    with tempfile.TemporaryDirectory(prefix="pd-vk-") as folder:
        socket = Path(folder) / "broker.sock"
        parent = os.getpid()
        process = subprocess.Popen(
            broker.command(socket=socket, data=Path(folder)),
            stdout=subprocess.DEVNULL,
            preexec_fn=lambda: end_with_parent(parent=parent, by=signal.SIGKILL),
        )
        try:
            deadline = time.monotonic() + 10
            while not socket.exists():
                assert process.poll() is None, "the broker did not start"
                assert time.monotonic() < deadline, "the broker is too slow"
                time.sleep(0.01)
            yield f"unix://{socket}"
        finally:
            process.terminate()
            process.wait(timeout=10)
