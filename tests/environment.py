"""The environment that tests run in: none of the machine's, all of it temporary.

`TEST_DATABASE=postgresql` runs them on a PostgreSQL server instead of SQLite.
"""

import atexit
import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

import django
from django.core.management import call_command

from tests.config.variables import variables_of_settings
from tests.services import postgresql


def prepare() -> None:
    """Set everything that settings read; to be called before Django is set up."""
    given_database = os.environ.get("DATABASE_URL", "")
    for name in variables_of_settings():
        os.environ.pop(name, None)
    rooms = ExitStack()
    atexit.register(rooms.close)
    folder = Path(rooms.enter_context(tempfile.TemporaryDirectory(prefix="pd-")))
    os.environ["DATA_DIR"] = str(folder / "data")
    os.environ["RUN_DIR"] = str(folder / "run")
    (folder / "run/static").mkdir(parents=True)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    # Playwright runs an event loop in the thread of the tests that use the ORM.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    if os.environ.get("TEST_DATABASE") == "postgresql":
        # Processes of pytest-xdist inherit the address, and so share one server.
        os.environ["TEST_DATABASE"] = (
            given_database or rooms.enter_context(postgresql.running()).url
        )
    if database := os.environ.get("TEST_DATABASE"):
        os.environ["DATABASE_URL"] = database
    django.setup()
    call_command("compilemessages")
