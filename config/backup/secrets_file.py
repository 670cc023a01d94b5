"""The two secrets in a file of their own: with the database they show every tile."""

import json
import os
from pathlib import Path
from typing import NamedTuple

from cryptography.fernet import Fernet
from django.conf import settings

from config.backup import drafts
from config.backup.trouble import Trouble


class Secrets(NamedTuple):
    secret_key: str
    seed_keys: list[str]


def of_this_site() -> Secrets:
    return Secrets(settings.SECRET_KEY, list(settings.SEED_KEYS))


def write(path: Path) -> None:
    secrets = of_this_site()
    named = {"SECRET_KEY": secrets.secret_key, "SEED_KEYS": secrets.seed_keys}
    with drafts.finished(path) as draft:
        draft.write_text(json.dumps(named, indent=1) + "\n")


def read(path: Path) -> Secrets:
    try:
        named = json.loads(path.read_text())
        secrets = Secrets(str(named["SECRET_KEY"]), [*map(str, named["SEED_KEYS"])])
        for key in secrets.seed_keys:
            Fernet(key)
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise Trouble(f"{path} holds no secrets that could be read: {error}.") from None
    return secrets


def refuse_where_the_environment_has_them(secrets: Secrets) -> None:
    """What is set there wins over every file, so that installing would be for show."""
    if secrets != of_this_site() and _kept() != of_this_site():
        raise Trouble(
            "SECRET_KEY or SEED_KEYS is set in the environment: set both to what the "
            "file says, and leave --secrets away."
        )


def install(secrets: Secrets, *, stamp: str) -> None:
    """Make them this site's own; those before are kept beside."""
    if secrets == of_this_site():
        return
    _write("secret_key", secrets.secret_key, stamp)
    _write("seed_keys", "\n".join(secrets.seed_keys), stamp)
    # This process has read the others already, and will open seeds.
    settings.SECRET_KEY, settings.SEED_KEYS = secrets


def _write(name: str, text: str, stamp: str) -> None:
    path = settings.SECRETS_DIR / name
    if path.exists():
        os.link(path, path.with_name(f"{name}.before-{stamp}"))
    with drafts.finished(path) as draft:
        draft.write_text(text + "\n")


def _kept() -> Secrets | None:
    if settings.SECRETS_GIVEN:
        return None
    try:
        secret_key = (settings.SECRETS_DIR / "secret_key").read_text().strip()
        seed_keys = (settings.SECRETS_DIR / "seed_keys").read_text()
    except FileNotFoundError:
        return None
    return Secrets(secret_key, seed_keys.replace(",", "\n").split())
