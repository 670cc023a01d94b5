import re

import pytest
from django.db import connection

from config.celery import app, celery_address
from tests.config.settings_process import python
from tests.config.variables import ROOT, variables_of_settings

DOCUMENT = ROOT / "docs/operating.md"


def variables_of_the_table():
    return set(re.findall(r"^\| `([A-Z_]+)` \|", DOCUMENT.read_text(), re.MULTILINE))


def test_every_variable_stands_in_the_table_and_none_that_is_not_read():
    assert len(variables_of_settings()) > 15
    assert variables_of_the_table() == variables_of_settings()


def test_the_environment_is_read_by_the_settings_alone():
    readers = {
        str(path.relative_to(ROOT))
        for room in ("config", "accounts", "games")
        for path in (ROOT / room).rglob("*.py")
        if re.search(r"os\.(getenv|environ(\.get|\[))", path.read_text())
    }
    assert readers == set()


def test_no_environment_is_enough(tmp_path):
    code = "import django; django.setup(); from django.conf import settings as s; print"
    places = {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    said = python("-c", f"{code}(s.DEBUG, s.SITE_URL, s.HOST)", **places)
    assert said.stdout == "False http://localhost:8000 127.0.0.1\n"


@pytest.mark.parametrize(
    ("host", "health", "site"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/healthz", "http://localhost:8000"),
        ("::1", "http://[::1]:8000/healthz", "http://localhost:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000/healthz", "http://localhost:8000"),
        ("::", "http://[::1]:8000/healthz", "http://localhost:8000"),
        ("192.0.2.7", "http://192.0.2.7:8000/healthz", "http://192.0.2.7:8000"),
        ("fd00::7", "http://[fd00::7]:8000/healthz", "http://[fd00::7]:8000"),
    ],
)
def test_the_site_is_asked_for_where_it_listens(tmp_path, host, health, site):
    code = (
        "from config import settings as s; from config.gunicorn import bind;"
        "print(bind, s.HEALTH_URL, s.SITE_URL, s.SITE_HOST in s.ALLOWED_HOSTS)"
    )
    places = {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    said = python("-c", code, HOST=host, **places)
    bind = f"[{host}]" if ":" in host else host
    assert said.stdout == f"{bind}:8000 {health} {site} True\n"


def test_blanks_in_a_list_do_not_count(tmp_path):
    code = "from config import settings as s; print(s.ALLOWED_HOSTS, s.ADMINS)"
    lists = {"ALLOWED_HOSTS": "a.org, b.org", "ADMINS": "a@a.org, b@b.org"}
    said = python("-c", code, DATA_DIR=str(tmp_path), **lists)
    addresses = [("a@a.org", "a@a.org"), ("b@b.org", "b@b.org")]
    assert said.stdout == f"{['a.org', 'b.org']} {addresses}\n"


def test_seed_keys_may_be_a_list_by_line_or_comma(tmp_path):
    code = "from config.settings import SEED_KEYS; print(len(SEED_KEYS))"
    said = python("-c", code, SEED_KEYS="a,b\nc", DATA_DIR=str(tmp_path))
    assert said.stdout == "3\n"


@pytest.mark.django_db
def test_sqlite_is_durable_and_its_triggers_cannot_be_bypassed():
    if connection.vendor == "postgresql":
        assert connection.settings_dict["CONN_HEALTH_CHECKS"]
        return
    with connection.cursor() as cursor:
        found = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "recursive_triggers")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "recursive_triggers": 1}
    assert connection.transaction_mode == "IMMEDIATE"


@pytest.mark.parametrize(
    ("redis_url", "celery_url"),
    [
        ("unix:///tmp/x/broker.sock", "redis+socket:///tmp/x/broker.sock"),
        ("redis://broker:6379/0", "redis://broker:6379/0"),
        ("rediss://broker:6379/0", "rediss://broker:6379/0"),
    ],
)
def test_one_address_serves_celery_and_everybody_else(redis_url, celery_url):
    assert celery_address(redis_url) == celery_url


def test_the_tick_is_short_lived_and_the_only_thing_on_the_schedule():
    (tick,) = app.conf.beat_schedule.values()
    assert tick["task"] == "games.tick"
    assert tick["schedule"] == 2
    assert tick["options"]["expires"] <= 10
