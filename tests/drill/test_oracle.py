"""The oracle finds each kind of fault in what a real drill left behind."""

import json
import shutil
import sqlite3
import time
from contextlib import closing

import pytest

from drill import servers
from drill.load import Load
from drill.oracle.__main__ import judge
from drill.oracle.database import read_games
from games.engine.chain import link_hash

MOVES = 60


@pytest.fixture(scope="module")
def left_behind(tmp_path_factory):
    """The folder with the database and the ledger of a drill in which nothing broke."""
    folder = tmp_path_factory.mktemp("drill")
    with servers.site() as site:
        load = Load(site, moves=MOVES, players=2)
        load.start()
        while load.acknowledged < MOVES:
            assert not load.is_over
            time.sleep(0.05)
        load.stop()
        site.stop_web()
        with closing(sqlite3.connect(site.folder / "db")) as source:
            source.execute("VACUUM INTO ?", [str(folder / "db")])
        ledgers = [ledger.read_text() for ledger in load.ledgers]
        (folder / "ledger").write_text("".join(ledgers))
        (folder / "seed_keys").write_text(site.environment["SEED_KEYS"])
    return folder


class Scene:
    """A copy that a test may tamper with."""

    def __init__(self, folder):
        self.ledger = folder / "ledger"
        self.url = f"sqlite:///{folder}/db"
        self.seed_keys = (folder / "seed_keys").read_text()
        self.database = sqlite3.connect(folder / "db", isolation_level=None)
        # A table made from rows has neither triggers nor constraints.
        for table in ("games_event", "games_game", "games_seat", "accounts_notice"):
            self.sql(f"CREATE TABLE bare AS SELECT * FROM {table}")
            self.sql(f"DROP TABLE {table}")
            self.sql(f"ALTER TABLE bare RENAME TO {table}")
        (self.game,) = self.sql(
            "SELECT id FROM games_game WHERE status = 'running' AND seq > 3"
        ).fetchone()

    def sql(self, statement, *values):
        return self.database.execute(statement, values)

    def tamper(self, statement):
        """Run it about the game's last event."""
        last = "(SELECT id FROM games_event WHERE game_id = {0} ORDER BY seq DESC)"
        last = last.format(self.game)
        changed = self.sql(statement.format(game=self.game, last=last)).rowcount
        assert changed == 1

    def entries(self):
        return [json.loads(line) for line in self.ledger.read_text().splitlines()]

    def write(self, entries):
        self.ledger.write_text("".join(json.dumps(entry) + "\n" for entry in entries))

    def figures(self):
        return judge(self.url, self.seed_keys, [self.ledger])

    def faults(self):
        return self.figures().faults


@pytest.fixture
def scene(left_behind, tmp_path):
    shutil.copytree(left_behind, tmp_path, dirs_exist_ok=True)
    made = Scene(tmp_path)
    yield made
    made.database.close()


def test_where_nothing_broke_it_finds_nothing(scene):
    figures = scene.figures()
    assert figures.faults == {}
    assert figures.acknowledged >= MOVES
    assert figures.events == figures.acknowledged + figures.games


def test_an_acknowledged_move_that_is_gone_is_lost(scene):
    scene.tamper("DELETE FROM games_event WHERE id = {last}")
    assert scene.faults()["lost"] == 1


def test_an_acknowledged_move_on_another_field_is_lost(scene):
    entries = scene.entries()
    next(entry for entry in entries if entry.get("cell"))["cell"] = "z0"
    scene.write(entries)
    assert scene.faults() == {"lost": 1}


def test_an_event_that_stands_twice_is_doubled(scene):
    scene.tamper("INSERT INTO games_event SELECT * FROM games_event WHERE id = {last}")
    assert scene.faults()["doubled"] == 2  # its number, and its key


def test_a_number_that_is_missing_is_a_gap(scene):
    scene.tamper("UPDATE games_event SET seq = seq + 1 WHERE id = {last}")
    assert scene.faults()["gaps"] == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_event SET hash = key WHERE id = {last}",
        "UPDATE games_event SET at = '2026-01-01 00:00:00' WHERE id = {last}",
        "UPDATE games_event SET seat = 1 - seat WHERE id = {last}",
        "UPDATE games_game SET head = commitment WHERE id = {game}",
        "UPDATE games_game SET board = replace(board, '.', '1') WHERE id = {game}",
        "UPDATE games_game SET turn = 1 - turn WHERE id = {game}",
        "UPDATE games_game SET turn_no = turn_no + 1 WHERE id = {game}",
        "UPDATE games_game SET seq = seq + 1 WHERE id = {game}",
        "UPDATE games_game SET turn_seq = 1 WHERE id = {game}",
        "UPDATE games_seat SET score = 99 WHERE game_id = {game} AND number = 0",
        "UPDATE games_seat SET clock = 1 WHERE game_id = {game} AND number = 1",
        "UPDATE games_game SET commitment = head WHERE id = {game}",
    ],
)
def test_log_and_rows_that_differ_are_a_mismatch(scene, statement):
    scene.tamper(statement)
    assert scene.faults()["mismatches"] >= 1


def test_a_forged_event_under_a_true_hash_is_judged_by_the_rules(scene):
    games = read_games(scene.url, scene.seed_keys)
    log = next(game.log() for game in games if game.row["id"] == scene.game)
    (_, previous), (link, _) = log[-2:]
    forged = link._replace(payload=link.payload | {"points": 77})
    true = link_hash(previous, forged)
    scene.tamper(
        f"UPDATE games_event SET hash = '{true}', "
        "payload = json_set(payload, '$.points', 77) WHERE id = {last}"
    )
    scene.tamper(f"UPDATE games_game SET head = '{true}' WHERE id = {{game}}")
    assert scene.faults() == {"mismatches": 1}


def test_an_event_that_nobody_asked_for_is_a_mismatch(scene):
    entries = scene.entries()
    entries.remove(next(entry for entry in entries if "decided" in entry))
    scene.write(entries)
    assert scene.faults() == {"mismatches": 1}


def test_a_turn_without_its_notice_is_untold(scene):
    scene.tamper(
        "DELETE FROM accounts_notice WHERE kind = 'turn' AND dedupe_key = "
        "(SELECT 'turn:' || id || ':' || turn_seq FROM games_game WHERE id = {game})"
    )
    assert scene.faults() == {"untold": 1}


def test_a_notice_without_its_turn_is_one_too_many(scene):
    scene.tamper(
        "INSERT INTO accounts_notice SELECT * FROM accounts_notice "
        "WHERE kind = 'turn' AND dedupe_key = 'turn:{game}:1'"
    )
    assert scene.faults() == {"told_twice": 1}


@pytest.mark.parametrize(
    ("status", "fault"), [(409, "denied"), (500, "other_5xx"), (503, ""), (0, "")]
)
def test_a_recorded_move_is_never_refused_and_errors_are_counted(scene, status, fault):
    entries = scene.entries()
    answer = next(entry for entry in entries if entry.get("asked"))
    scene.write([*entries, answer | {"status": status, "location": ""}])
    assert scene.faults() == ({fault: 1} if fault else {})
