from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts import outbox
from accounts.models import Notice
from games.models import Pulse
from games.queries.health import health
from games.services import pulse
from tests.games.cast import NOON

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@contextmanager
def read_only_database():
    """As a standby is, or a disk without room."""
    begin, end = {
        "sqlite": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
        "postgresql": (
            "SET LOCAL transaction_read_only = on",
            "SET LOCAL transaction_read_only = off",
        ),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(begin)
        yield
        if connection.vendor == "sqlite":
            cursor.execute(end)


@pytest.fixture
def alive(db):
    pulse.tick(now=timezone.now())
    pulse.beat(now=timezone.now())


def test_all_is_well(client, alive):
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    assert answer.json() == {
        "status": "ok",
        "database": True,
        "tick": 0,
        "sweep": 0,
        "oldest_notice": None,
        "missing": [],
    }


def test_a_site_whose_clockwork_stands_still_can_take_moves(client):
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["status"] == "degraded"
    assert answer.json()["missing"] == ["tick", "sweep"]


@pytest.mark.parametrize(
    ("age", "missing"),
    [
        (MINUTE / 2, ()),
        (MINUTE, ("tick",)),
        (3 * MINUTE, ("tick", "sweep")),
    ],
)
def test_it_says_what_has_stopped(age, missing):
    Pulse.objects.create(ticked_at=NOON, swept_at=NOON)
    assert health(now=NOON + age).missing == missing


def test_a_mail_that_does_not_leave_is_missed(alice):
    Pulse.objects.create(ticked_at=NOON + 6 * MINUTE, swept_at=NOON + 6 * MINUTE)
    outbox.write(kind="mail_test", person=alice, payload={}, dedupe_key="one", now=NOON)
    found = health(now=NOON + 6 * MINUTE)
    assert (found.oldest_notice, found.missing) == (360, ("notices",))


def test_a_mail_that_is_not_due_yet_is_not(alice):
    Pulse.objects.create(ticked_at=NOON, swept_at=NOON)
    outbox.write(kind="mail_test", person=alice, payload={}, dedupe_key="1", now=NOON)
    Notice.objects.update(due_at=NOON + MINUTE)
    assert health(now=NOON).oldest_notice is None


def test_asking_changes_nothing(client):
    Pulse.objects.create(ticked_at=NOON, swept_at=NOON)
    client.get("/healthz")
    assert Pulse.objects.values_list("ticked_at", "swept_at").get() == (NOON, NOON)


def test_a_database_that_cannot_be_written_is_503(client, alive):
    with read_only_database():
        answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["status"] == "down"
    assert answer.json()["missing"] == ["database"]


def test_it_can_only_be_read(client):
    assert client.head("/healthz").status_code == 200
    assert client.post("/healthz").status_code == 405


def test_production_does_not_send_it_to_https(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/healthz").status_code == 200
    assert client.get("/").status_code == 301
