"""Finds a Chromium for the tests in a browser, or gets one."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from filelock import FileLock

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NODE_FOLDER = Path(__file__).resolve().parents[2] / "var/run/chromium"


def executable() -> str:
    # Only one of several test processes installs it.
    with FileLock(Path(tempfile.gettempdir()) / f"postdoku-chromium-{os.geteuid()}"):
        return _found() or _from_debian() or _from_npm()


def _found() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


def _from_debian() -> str | None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    quiet = {"stdout": subprocess.DEVNULL, "check": True}
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], **quiet)
    install = ["apt-get", "install", "-qq", "--no-install-recommends", "chromium"]
    subprocess.run(install, env=environment, **quiet)
    return shutil.which("chromium")


def _from_npm() -> str:
    NODE_FOLDER.mkdir(parents=True, exist_ok=True)
    install = ["npm", "install", "--silent", "--no-audit", "--no-fund"]
    subprocess.run([*install, "@sparticuz/chromium"], cwd=NODE_FOLDER, check=True)
    script = (
        "import chromium from '@sparticuz/chromium';"
        "console.log(await chromium.executablePath())"
    )
    unpack = ["node", "--input-type=module", "--eval", script]
    return subprocess.check_output(unpack, cwd=NODE_FOLDER, text=True).strip()
