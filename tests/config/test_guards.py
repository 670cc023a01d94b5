"""A site whose database could lose a move or change a log does not start."""

import pytest
from django.db import connection

from config.guards import refuse_to_start_unguarded, what_is_unguarded
from tests.config.settings_process import python
from tests.services.flush import triggers_off

SETTINGS = {
    "postgresql": [("SET synchronous_commit = off", "synchronous_commit=off")],
    "sqlite": [
        ("PRAGMA recursive_triggers = OFF", "recursive_triggers"),
        ("PRAGMA synchronous = NORMAL", "synchronous"),
    ],
}


@pytest.fixture
def settings_put_back(transactional_db):
    yield
    connection.close()


def drop_a_trigger(cursor):
    table = " ON games_event" if connection.vendor == "postgresql" else ""
    name = "rows_stay" if connection.vendor == "postgresql" else "no_update"
    cursor.execute(f"DROP TRIGGER games_event_{name}{table}")


@pytest.mark.django_db(transaction=True)
def test_after_all_migrations_nothing_is_missing():
    assert list(what_is_unguarded()) == []
    refuse_to_start_unguarded()


@pytest.mark.django_db
def test_a_log_without_its_trigger_keeps_the_site_from_starting():
    with connection.cursor() as cursor:
        drop_a_trigger(cursor)
    with pytest.raises(SystemExit, match="lacks games_event_"):
        refuse_to_start_unguarded()


@pytest.mark.django_db
def test_a_log_without_its_trigger_is_seen_by_who_watches(client):
    with connection.cursor() as cursor:
        drop_a_trigger(cursor)
    assert "guards" in client.get("/healthz").json()["missing"]


def test_a_trigger_that_is_switched_off_is_none(transactional_db):
    if connection.vendor == "sqlite":
        with triggers_off():
            reasons = list(what_is_unguarded())
    else:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE games_event DISABLE TRIGGER USER")
            reasons = list(what_is_unguarded())
            cursor.execute("ALTER TABLE games_event ENABLE TRIGGER USER")
    assert "games_event_" in reasons[0]


def test_an_unsafe_setting_keeps_the_site_from_starting(settings_put_back):
    for sql, said in SETTINGS[connection.vendor]:
        with connection.cursor() as cursor:
            cursor.execute(sql)
        with pytest.raises(SystemExit, match=said):
            refuse_to_start_unguarded()


def test_web_and_cron_refuse_a_database_without_guards(tmp_path):
    rooms = {"DATA_DIR": str(tmp_path), "RUN_DIR": str(tmp_path / "run")}
    for start in (["-c", "import config.wsgi"], ["manage.py", "tick"]):
        done = python(*start, DJANGO_SETTINGS_MODULE="config.settings", **rooms)
        assert done.returncode == 1
        assert "Run `manage.py migrate`" in done.stderr


def test_a_database_that_is_away_keeps_nobody_from_starting(tmp_path):
    nowhere = f"postgresql://postgres@/{tmp_path}/postgres"
    rooms = {"DATA_DIR": str(tmp_path), "RUN_DIR": str(tmp_path / "run")}
    done = python("-c", "import config.wsgi", DATABASE_URL=nowhere, **rooms)
    assert done.returncode == 0, done.stderr
    assert "cannot be asked" in done.stderr
