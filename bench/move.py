"""S1, S2, S3, S5: the table page, a move, "anything new?", on both databases.

Everything runs in turns in one run, beside the floor (`floor.py`: what any page costs)
and the limit (`pgbench.py`: what the database can commit). Read the ratios.
"""

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import django

from bench import site
from tests.services import postgresql


def main() -> None:
    """Each database in a process of its own: settings are read once."""
    with tempfile.TemporaryDirectory(prefix="pd-bench-") as folder:
        for database in site.DATABASES:
            subprocess.run(
                [sys.executable, "-m", "bench.move", database, folder], check=True
            )


def measure(database: str, folder: Path) -> None:
    with ExitStack() as rooms:
        server = None
        if database == "postgresql":
            server = rooms.enter_context(postgresql.running())
        variables = site.environment(folder, server.url if server else None)
        os.environ.clear()
        os.environ.update(variables)
        django.setup()
        # They need the settings.
        from bench.rounds import Bench
        from config.setup import prepare

        prepare()
        port = rooms.enter_context(site.served(variables))
        print(f"\n{database}, 16 connections, medians of rounds (least to most)")
        Bench(port, server).run()


if __name__ == "__main__":
    measure(sys.argv[1], Path(sys.argv[2]))
