"""Secrets that the site makes for itself at its first start, outside the database."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from cryptography.fernet import Fernet


def new_secret_key() -> str:
    return secrets.token_urlsafe(50)


def new_seed_key() -> str:
    """A key that encrypts the seeds of games, as `SEED_KEYS` wants it."""
    return Fernet.generate_key().decode()


def new_token() -> str:
    return secrets.token_urlsafe(24)


def kept(*, path: Path, make: Callable[[], str]) -> str:
    """Read the secret at `path`; the first process that comes makes it."""
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_unless_there(path, make())
    return path.read_text().strip()


def _write_unless_there(path: Path, secret: str) -> None:
    # Several processes may start at once. A finished file takes its name by a hard
    # link, which only one of them can make, so that nobody reads half a secret.
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(secret + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
