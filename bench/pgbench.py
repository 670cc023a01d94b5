"""The limit: how often PostgreSQL itself can write what one move writes."""

import re
import subprocess
from pathlib import Path

from django.db import connection

from accounts.models import Notice
from games.models import Event, Game
from tests.services.postgresql import Server

GAMES = 1000

# Copies with the same columns, checks and indexes: no real game is touched.
COPIES = """
CREATE TABLE bench_game (LIKE {game} INCLUDING ALL);
CREATE TABLE bench_event (LIKE {event} INCLUDING ALL);
CREATE TABLE bench_notice (LIKE {notice} INCLUDING ALL);
CREATE SEQUENCE bench_seq;
INSERT INTO bench_game
SELECT (jsonb_populate_record(running, jsonb_build_object(
    'id', n, 'public_id', 'bench' || n, 'create_key', 'bench' || n))).*
FROM {game} AS running, generate_series(1, {games}) AS n
WHERE running.id = (SELECT min(id) FROM {game} WHERE status = 'running');
ANALYZE bench_game;
"""

# Lock, insert, update, insert.
MOVE = r"""
\set game random(1, {games})
BEGIN;
SELECT * FROM bench_game WHERE id = :game FOR UPDATE;
INSERT INTO bench_event (game_id, seq, kind, seat, payload, clock, at, key, hash, ends)
VALUES (:game, nextval('bench_seq'), 'place', 0,
    '{{"cell": "e4", "tile": 5, "points": 3}}', 259200, now(),
    'seat:0:' || gen_random_uuid(), repeat('0123456789abcdef', 4), NULL);
UPDATE bench_game SET seq = seq + 1, turn = 1 - turn, turn_no = turn_no % 80 + 1,
    turn_seq = turn_seq + 1, turn_began_at = now(), deadline_hint = now(),
    board = repeat('123456789', 9), head = repeat('0123456789abcdef', 4)
WHERE id = :game;
INSERT INTO bench_notice (kind, person_id, payload, dedupe_key, due_at, created_at,
    status, attempts, refusals, message_id, reason)
VALUES ('turn', 1, '{{"game": 1, "turn_seq": 1}}', 'turn:' || gen_random_uuid(),
    now(), now(), 'waiting', 0, 0, gen_random_uuid(), '')
ON CONFLICT (dedupe_key) DO UPDATE SET dedupe_key = excluded.dedupe_key;
COMMIT;
"""


class Limit:
    """Needs one running game, to make a thousand like it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.script = Path(server.folder) / "move.sql"
        self.script.write_text(MOVE.format(games=GAMES))
        with connection.cursor() as cursor:
            cursor.execute(
                COPIES.format(
                    game=Game._meta.db_table,
                    event=Event._meta.db_table,
                    notice=Notice._meta.db_table,
                    games=GAMES,
                )
            )

    def rate(self, *, clients: int, seconds: int) -> float:
        # fmt: off
        done = subprocess.run(
            [self.server.programs / "pgbench", "-h", self.server.folder,
             "-U", "postgres", "-M", "prepared", "-c", str(clients), "-j", "2",
             "-T", str(seconds), "-n", "-f", self.script, "postgres"],
            check=True, capture_output=True, text=True,
        )
        # fmt: on
        found = re.search(r"tps = ([\d.]+)", done.stdout)
        assert found, done.stdout + done.stderr
        return float(found[1])
