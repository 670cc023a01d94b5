"""What every test stands on; docs/testing.md explains it."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests import environment

environment.prepare()

from celery.contrib.testing.worker import start_worker  # noqa: E402
from django.db import connection  # noqa: E402

from accounts.models import User  # noqa: E402
from config.celery import app, celery_address  # noqa: E402
from tests.people import make_person  # noqa: E402
from tests.services import chromium, flush, valkey  # noqa: E402

USING_THE_DATABASE = {"db", "transactional_db", "live_server"}


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """On PostgreSQL, run only what can come out differently there."""
    if connection.vendor == "postgresql":
        kept = [item for item in items if _uses_database(item)]
        config.hook.pytest_deselected(items=[i for i in items if i not in kept])
        items[:] = kept


def _uses_database(item: pytest.Item) -> bool:
    names = set(getattr(item, "fixturenames", []))
    return bool(names & USING_THE_DATABASE) or item.get_closest_marker("django_db")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    # A file, not memory: a worker's thread has to see the same rows.
    if connection.vendor == "sqlite":
        folder = tmp_path_factory.mktemp("database")
        connection.settings_dict["TEST"]["NAME"] = str(folder / "test.sqlite3")


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    with django_db_blocker.unblock():
        migrated = connection.creation.serialize_db_to_string()
    with pytest.MonkeyPatch.context() as patch:
        flush.lead_back_to(migrated, patch)
        yield


@pytest.fixture(autouse=True)
def _plain_static_files(settings: Any) -> None:
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": plain}}


@pytest.fixture
def alice(db: None) -> User:
    return make_person("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return make_person("Bob")


@pytest.fixture
def carol(db: None) -> User:
    return make_person("Carol")


@pytest.fixture
def dora(db: None) -> User:
    return make_person("Dora", is_staff=True)


@pytest.fixture(scope="session")
def broker() -> Iterator[str]:
    """The address of a real broker, as REDIS_URL has it."""
    with valkey.running() as url:
        yield url


@pytest.fixture
def celery_worker(broker: str, transactional_db: None) -> Iterator[Any]:
    """A real worker on the real broker, in a thread of this process."""
    app.conf.broker_url = celery_address(broker)
    # An earlier test may have rung for more than its worker had time for.
    app.control.purge()
    with start_worker(app, perform_ping_check=False, shutdown_timeout=30) as worker:
        yield worker


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any],
) -> dict[str, Any]:
    return browser_type_launch_args | {
        "executable_path": chromium.executable(),
        "args": chromium.FLAGS,
    }


@pytest.fixture
def complaints(page):
    """The errors that the browser reports, a refusal by the CSP among them."""
    heard = []

    def listen(message):
        if message.type == "error":
            heard.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: heard.append(str(error)))
    return heard
