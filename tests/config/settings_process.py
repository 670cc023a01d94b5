"""Starts Python in a process of its own, with an environment of its own."""

import os
import subprocess
import sys
from pathlib import Path

from config import keys
from tests.config.variables import ROOT, variables_of_settings


def safe_production(folder: Path) -> dict[str, str]:
    """An environment that production accepts."""
    return {
        "DATA_DIR": str(folder / "data"),
        "RUN_DIR": str(folder / "run"),
        "PRODUCTION": "1",
        "SECRET_KEY": keys.new_secret_key(),
        "SEED_KEYS": keys.new_seed_key(),
        "SITE_URL": "https://play.example.org",
        "ALLOWED_HOSTS": "play.example.org",
        "TRUSTED_PROXIES": "1",
        "EMAIL_URL": "smtp+tls://postdoku:secret@mail.example.org:587",
    }


def python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in variables_of_settings() and not name.startswith("DJANGO_")
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=inherited | variables,
        capture_output=True,
        text=True,
        timeout=60,
    )
