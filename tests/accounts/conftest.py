from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from tests.accounts.sink import Sink


@pytest.fixture
def now() -> datetime:
    return datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def sink(settings) -> Iterator[Sink]:
    with Sink() as sink:
        settings.MAIL_IS_DELIVERED = True
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
        yield sink


@pytest.fixture
def mail_dir(settings, tmp_path):
    """No mail server: mails are files."""
    settings.MAIL_IS_DELIVERED = False
    settings.MAIL_DIR = tmp_path / "mail"
    return settings.MAIL_DIR
