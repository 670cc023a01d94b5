"""Dump, drop, restore, verify: on both databases, by the commands themselves."""

import pytest

from tests.backup.own_site import OwnSite, without_notices

CHANGE_THE_LOG = """
from django.db import DatabaseError, connection
for sql in ("DELETE FROM games_event", "UPDATE games_event SET seq = 1"):
    try:
        connection.cursor().execute(sql)
    except DatabaseError as error:
        print("append-only" in str(error))
"""
SWEEP = """
from django.utils import timezone
from games.models import Outage, Pulse
from games.services.timekeeping import sweep
now = timezone.now()
swept_at = Pulse.read().swept_at
print(dict(sweep(now=now, is_reachable=lambda: True, other_clock=lambda: now)))
[pause] = Outage.objects.pauses()
print(pause == (swept_at, now))
"""
WEEKS_AGO = """
from datetime import timedelta
from django.utils import timezone
from games.models import Game, Pulse
Pulse.read()
Pulse.objects.update(swept_at=timezone.now() - timedelta(days=30))
Game.objects.running().update(deadline_hint=timezone.now() - timedelta(days=20))
"""
TABLES = """
from django.db import connection
print(connection.introspection.table_names())
"""


def test_what_was_dropped_comes_back_as_it_was(site):
    before = without_notices(site.before)
    database, _ = site.kept
    site.drop()
    said = site.said("restore", database, "--yes")
    assert said.endswith("23 games are as their logs say.\n")
    assert len(before["records"]) == 13
    assert site.portrait() == before


def test_what_happened_since_the_backup_is_gone_but_kept_aside(site):
    before = without_notices(site.before)
    database, _ = site.kept
    site.do("from accounts.models import User; User.objects.update(language='de')")
    since = site.portrait()
    said = site.said("restore", database, "--yes")
    assert site.portrait() == before
    aside = said.split("What was there is ")[1].split(".\n")[0]
    site.said("restore", aside, "--yes")
    assert site.portrait() == since


def test_a_second_time_changes_nothing_but_the_time_of_the_notices(site):
    database, _ = site.kept
    once = site.said("restore", database, "--yes")
    first = site.portrait(notices=True)
    twice = site.said("restore", database, "--yes")
    assert twice.splitlines()[2:] == once.splitlines()[2:]
    second = site.portrait(notices=True)
    assert len(second.pop("Notice")) == len(first.pop("Notice"))
    assert second == first


def test_the_log_refuses_to_be_changed_after_a_restore(site):
    database, _ = site.kept
    site.drop()
    site.said("restore", database, "--yes")
    assert site.do(CHANGE_THE_LOG) == "True\nTrue\n"


def test_the_time_until_the_restore_is_nobodys_loss(site):
    site.do(WEEKS_AGO)
    database, _ = site.backup()
    site.drop()
    site.said("restore", database, "--yes")
    # Every running game looks late by weeks, and none is: the first sweep makes an
    # outage of the gap before it judges.
    assert site.do(SWEEP) == "{'early': 6}\nTrue\n"


def test_tables_of_a_newer_version_do_not_stand_in_the_way(site):
    database, _ = site.kept
    site.do(
        "from django.db import connection as c\n"
        "c.cursor().execute('CREATE TABLE games_newer (game_id BIGINT"
        " REFERENCES games_game (id))')"
    )
    site.said("restore", database, "--yes")
    tables = (
        "from django.db import connection as c; print(c.introspection.table_names())"
    )
    assert "games_newer" not in site.do(tables)


@pytest.fixture
def elsewhere(site, tmp_path):
    """Another machine, on which nothing has been before."""
    new = OwnSite(tmp_path / "elsewhere", site.server)
    yield new
    if new.server:
        new.go()


def test_database_and_secrets_make_the_same_site_elsewhere(site, elsewhere):
    database, secrets = site.kept
    elsewhere.said("restore", database, "--secrets", secrets, "--yes")
    assert elsewhere.portrait() == without_notices(site.before)
    show = "from django.conf import settings as s; print(s.SECRET_KEY, s.SEED_KEYS)"
    assert elsewhere.do(show) == site.do(show)
