"""Files that are there as a whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def finished(path: Path) -> Iterator[Path]:
    """Give a draft to fill, which takes the name of `path` when that went well.

    Only its owner can read it.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield draft
        _give_to_the_owner_of(path.parent, draft)
        sync(draft)
        draft.replace(path)
        sync(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _give_to_the_owner_of(folder: Path, draft: Path) -> None:
    # Root puts a backup back, but the site runs as somebody else, and has to write.
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(draft, owner.st_uid, owner.st_gid)
