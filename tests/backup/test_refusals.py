"""What cannot go well is refused before anything is changed, and loses nothing."""

import os
import stat
import subprocess
import sys

import pytest
from cryptography.fernet import Fernet

from config import only_one
from config.backup import drafts, programs
from config.backup.trouble import Trouble
from tests.backup.own_site import without_notices
from tests.config.variables import ROOT


@pytest.fixture
def untouched(site):
    """Whatever the test does, the site stays as it is."""
    yield site
    assert site.portrait(notices=True) == site.before


@pytest.fixture
def unread(sqlite_site):
    """The same, where it does not get as far as the database."""
    file = sqlite_site.folder / "data/postdoku.sqlite3"
    before = file.read_bytes()
    yield sqlite_site
    assert file.read_bytes() == before


def files_of(site):
    return {path for path in (site.folder / "data").rglob("*") if path.is_file()}


def test_database_and_secrets_lie_apart_and_are_only_the_owners(site):
    database, secrets = site.kept
    assert database.parent != secrets.parent
    for path in (database, secrets):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    [key] = site.do(
        "from django.conf import settings; print(*settings.SEED_KEYS)"
    ).split()
    assert key in secrets.read_text()
    assert key.encode() not in database.read_bytes()
    assert "name two folders" in site.refused(
        "backup", "/tmp/x", "--secrets-to", "/tmp/x"
    )


def test_other_keys_are_noticed_before_anything_is_changed(untouched):
    database, _ = untouched.kept
    other = Fernet.generate_key().decode()
    said = untouched.refused("restore", database, "--yes", SEED_KEYS=other)
    assert "SEED_KEYS do not open 23 of 23 seeds" in said


def test_what_the_keys_do_not_open_comes_back_only_where_that_is_asked_for(site):
    database, _ = site.kept
    site.drop()
    other = Fernet.generate_key().decode()
    done = site.manage("restore", database, "--yes", "--without-keys", SEED_KEYS=other)
    # It is there, and each game is named that cannot be played on.
    assert done.returncode == 1
    assert "none of SEED_KEYS opens the seed" in done.stderr
    assert site.portrait() == without_notices(site.before)


def test_secrets_of_the_environment_are_not_replaced_by_a_file(unread):
    database, secrets = unread.kept
    given = {"SECRET_KEY": "another", "SEED_KEYS": Fernet.generate_key().decode()}
    words = ("restore", database, "--yes", "--secrets", secrets)
    assert "is set in the environment" in unread.refused(*words, **given)


def test_a_backup_that_breaks_off_loses_nothing(untouched, tmp_path):
    database, _ = untouched.kept
    whole = database.read_bytes()
    cut = tmp_path / "cut"
    # In the middle of the data: some of it is read before the end is missed.
    cut.write_bytes(whole[: len(whole) // 2])
    for more in ([], ["--without-keys"]):
        untouched.refused("restore", cut, "--yes", *more)


def test_what_is_no_backup_loses_nothing(untouched, tmp_path):
    file = tmp_path / "file"
    for text in (b"", b"SQLite format 3\0" + b"x" * 5000, b"PGDMPx"):
        file.write_bytes(text)
        assert "CommandError: " in untouched.refused("restore", file, "--yes")
    assert "cannot be read" in untouched.refused("restore", tmp_path / "no", "--yes")


def test_a_backup_of_a_newer_version_is_refused(site):
    site.do(
        "from django.db.migrations.recorder import MigrationRecorder as R\n"
        "from django.db import connection\n"
        "R(connection).record_applied('games', '9999_newer')"
    )
    database, _ = site.backup()
    said = site.refused("restore", database, "--yes")
    assert "of a newer Postdoku, which has the migration games.9999_newer" in said


def test_nothing_happens_without_a_yes(unread):
    database, _ = unread.kept
    assert "Nothing was changed" in unread.refused("restore", database)


def test_a_site_that_runs_is_in_the_way(unread):
    database, _ = unread.kept
    code = "import django; django.setup(); from config.only_one import only_one\n"
    code += "with only_one(): print('there', flush=True); input()"
    running = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | unread.variables,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with running:
        assert running.stdout.readline() == b"there\n"
        said = unread.refused("restore", database, "--yes")
    assert f"Postdoku runs here: {unread.folder}/run is in use" in said


def test_a_process_elsewhere_that_uses_the_database_is_in_the_way(untouched):
    database, _ = untouched.kept
    code = "import django; django.setup(); from games.models import Game\n"
    code += "print(Game.objects.count(), flush=True); input()"
    using = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | untouched.variables,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with using:
        assert using.stdout.readline() == b"23\n"
        said = untouched.refused("restore", database, "--yes")
    assert "Stop everything that belongs to the site first" in said


def test_nothing_is_left_of_a_backup_that_failed(site):
    site.drop()
    before = files_of(site)
    site.manage("backup")
    assert not [path for path in files_of(site) - before if "part" in path.name]


def test_a_draft_that_was_not_finished_leaves_the_old_file(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")

    def break_off():
        with drafts.finished(path) as draft:
            draft.write_text("new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_program_that_is_missing_is_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(programs, "INSTALLED", tmp_path)
    with pytest.raises(Trouble, match="There is no pg_dump here: install PostgreSQL"):
        programs.found("pg_dump")
    for version in ("9", "17"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin/pg_dump").touch()
    assert programs.found("pg_dump") == f"{tmp_path}/17/bin/pg_dump"


def test_the_password_stands_in_no_list_of_processes(monkeypatch):
    monkeypatch.setitem(programs.connection.settings_dict, "PASSWORD", "hidden")
    arguments, environment = programs._server()
    assert environment["PGPASSWORD"] == "hidden"
    assert "hidden" not in " ".join(arguments)


def test_the_place_can_be_had_again_afterwards(settings, tmp_path):
    settings.RUN_DIR = tmp_path / "run"
    for _ in range(2):
        with only_one.only_one(), pytest.raises(only_one.Taken), only_one.only_one():
            pass
