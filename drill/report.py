"""The table at the end, and the page that is written from it."""

import os
import platform
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from drill.row import Row
from tests.services import postgresql

COLUMNS: dict[str, Callable[[Row], str]] = {
    "": lambda row: row.name,
    "moves": lambda row: f"{row.figures.acknowledged:,}",
    "moves/s": lambda row: f"{row.figures.acknowledged / max(row.seconds, 1):.0f}",
    "kills": lambda row: str(row.flight.kills),
    "in flight": lambda row: f"{row.flight.a_kill:.1f}",
    "hits": lambda row: str(row.flight.hits),
    "broken": lambda row: str(row.figures.broken),
    "503": lambda row: str(row.figures.busy),
    "lost": lambda row: str(row.figures.lost),
    "doubled": lambda row: str(row.figures.doubled),
    "denied": lambda row: str(row.figures.denied),
    "gaps": lambda row: str(row.figures.gaps),
    "mismatches": lambda row: str(row.figures.mismatches),
    "untold": lambda row: str(row.figures.untold),
    "told twice": lambda row: str(row.figures.told_twice),
    "other 5xx": lambda row: str(row.figures.other_5xx),
    "seconds": lambda row: f"{row.seconds:.0f}",
    "what": lambda row: row.what,
    "verdict": lambda row: row.verdict,
}

LEGEND = """\
- **moves**: decisions of a client that were acknowledged; a fifth of the posts were sent twice at once.
- **kills**, **in flight**, **hits**: how often something was killed, how many requests were under way then (on average), and how many of the kills broke at least one of them.
- **broken**, **503**: requests without an answer, and such that said "try again"; the clients asked again with the same key.
- **lost**: acknowledged, but not in the log. **doubled**: a key or a number twice in a log. **denied**: in the log, but an answer said no.
- **gaps**: numbers missing in a log. **mismatches**: the rules, the hash chain or the rows say otherwise than the log.
- **untold**, **told twice**: turns without a notice in the outbox, and notices without a turn.
- A control has one guard taken out, by the drill alone: there, the oracle must find faults.
"""


def table(rows: list[Row]) -> str:
    """All figures in columns for a terminal, and what was found in words."""
    cells = [list(COLUMNS)] + [[show(row) for show in COLUMNS.values()] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        for line in cells
    ]
    for row in rows:
        if row.wrong:
            lines += [f"({row.name}) {finding}" for finding in row.figures.findings]
    return "\n".join(line.rstrip() for line in lines)


def document(rows: list[Row], seconds: float) -> str:
    """The same as a page of the documentation."""
    lines = [list(COLUMNS), ["---"] * len(COLUMNS)]
    lines += [[show(row) for show in COLUMNS.values()] for row in rows]
    figures = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return (
        "# The drill\n\n"
        "Written by `make drill`; do not edit. An acknowledged move is never lost and "
        "never doubled: here is what was done to the site, and what came of it.\n\n"
        f"{machine()} The whole took {seconds / 60:.1f} minutes.\n\n"
        f"{figures}\n\n{LEGEND}"
    )


def machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {_commit()}, "
        f"{os.cpu_count()} cores, {memory:.0f} GiB, Python "
        f"{platform.python_version()}, PostgreSQL {postgresql.version()}."
    )


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty"]
    here = Path(__file__).parent
    try:
        return subprocess.check_output(command, cwd=here, text=True).strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
