"""The mission in one command, on both databases side by side: `make journey`."""

import subprocess
import sys
import threading
import time

from tests.services import chromium

EDITIONS = ("sqlite", "postgresql")


def main() -> int:
    began = time.monotonic()
    chromium.executable()
    stories = [_begin(edition) for edition in EDITIONS]
    tellers = [threading.Thread(target=_tell, args=story) for story in stories]
    for teller in tellers:
        teller.start()
    for teller in tellers:
        teller.join()
    codes = [process.wait() for _, process in stories]
    seconds = time.monotonic() - began
    verdict = "The journey is broken" if any(codes) else "The journey is complete"
    print(f"{verdict} after {seconds:.0f} s.")
    return max(map(abs, codes))


def _begin(edition: str) -> tuple[str, subprocess.Popen[str]]:
    command = [sys.executable, "-u", "-m", "tests.journey.story", edition]
    return edition, subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def _tell(edition: str, process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        print(f"{edition:>10} | {line}", end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())
