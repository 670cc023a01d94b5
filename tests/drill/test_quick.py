"""The drill in little: workers killed under load, and a control that must fail."""

import subprocess
import sys

from tests.config.variables import ROOT


def test_nothing_is_lost_and_the_control_fails():
    done = subprocess.run(
        [sys.executable, "-m", "drill", "moves", "--quick"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "holds" in done.stdout
    assert "fails, as it must: denied" in done.stdout
