"""Everything that has to be there before the first page: safe to do again."""

import hashlib

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def prepare() -> None:
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    settings.RUN_DIR.mkdir(parents=True, exist_ok=True)
    prepare_database()
    call_command("compilemessages", verbosity=0)
    _collect_static_files_when_changed()


def prepare_database() -> None:
    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)


def _collect_static_files_when_changed() -> None:
    # Compressing them takes seconds, which only a first start should cost.
    stamp = settings.RUN_DIR / "static.stamp"
    found = _fingerprint_of_static_files()
    if not stamp.exists() or stamp.read_text() != found:
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)
        stamp.write_text(found)


def _fingerprint_of_static_files() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            changed = storage.get_modified_time(path)
            digest.update(f"{path} {changed} {storage.size(path)}\n".encode())
    return digest.hexdigest()
