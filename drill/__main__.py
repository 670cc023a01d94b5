"""Break the site on purpose and see whether it holds: `make drill ONLY=moves`.

Exit code 1 where anything was lost, or where a control did not fail.
"""

import argparse
import sys
import time
from pathlib import Path

from drill import moves, report
from drill.progress import Progress

SUBJECTS = {"moves": moves}


def main() -> int:
    options = read_options()
    subjects = [SUBJECTS[name] for name in options.only or SUBJECTS]
    planned = {
        name: row
        for subject in subjects
        for name, row in {**subject.ROWS, **subject.CONTROLS}.items()
        if not options.rows or name in options.rows
    }
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


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="drill", description=__doc__)
    parser.add_argument("only", nargs="*", metavar="SUBJECT", help=", ".join(SUBJECTS))
    parser.add_argument(
        "--rows", type=lambda names: names.split(","), help="some rows alone: a,b,key"
    )
    parser.add_argument("--report", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    for subject in options.only:
        if subject not in SUBJECTS:
            parser.error(f"there is no {subject!a}, only {', '.join(SUBJECTS)}")
    return options


if __name__ == "__main__":
    sys.exit(main())
