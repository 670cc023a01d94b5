"""Break the site on purpose and see whether it holds: `make drill ONLY=moves`.

Exit code 1 where anything was lost, or where a control did not fail.
"""

import argparse
import sys
import time
from pathlib import Path

from drill import moves, report
from drill.progress import Progress
from drill.siege import Siege

SUBJECTS = {"moves": moves}


def main() -> int:
    options = read_options()
    planned = planned_rows(options)
    progress = Progress({name: row.usual_seconds for name, row in planned.items()})
    began = time.monotonic()
    rows = []
    for row in planned.values():
        rows.append(row.run(progress))
        progress.end(rows[-1].verdict)
    seconds = time.monotonic() - began
    print(report.table(rows))
    print(f"{len(rows)} rows in {seconds / 60:.1f} minutes")
    if options.report:
        options.report.write_text(report.document(rows, seconds))
    return 1 if any(row.wrong for row in rows) else 0


def planned_rows(options: argparse.Namespace) -> dict[str, Siege]:
    planned: dict[str, Siege] = {}
    for subject in options.only or SUBJECTS:
        rows = SUBJECTS[subject]
        planned |= rows.QUICK if options.quick else rows.ROWS | rows.CONTROLS
    chosen = options.rows or planned
    return {name: row for name, row in planned.items() if name in chosen}


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="drill", description=__doc__)
    parser.add_argument("only", nargs="*", metavar="SUBJECT", help=", ".join(SUBJECTS))
    parser.add_argument(
        "--rows", type=lambda names: names.split(","), help="some rows alone: a,b,key"
    )
    parser.add_argument("--quick", action="store_true", help="in less than a minute")
    parser.add_argument("--report", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    for subject in options.only:
        if subject not in SUBJECTS:
            parser.error(f"there is no {subject!a}, only {', '.join(SUBJECTS)}")
    return options


if __name__ == "__main__":
    sys.exit(main())
