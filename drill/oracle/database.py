"""What stands in the database, read by plain SQL and changed by nothing."""

import json
import sqlite3
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import psycopg
from cryptography.fernet import Fernet, MultiFernet

from games.engine.chain import Link

Row = dict[str, Any]
JSON = ("rules", "payload")
INSTANTS = ("at", "turn_began_at", "started_at", "ended_at")


@dataclass(frozen=True)
class StoredGame:
    row: Row
    seats: list[Row]
    events: list[Row]
    server_seed: bytes
    # Of the kind "turn" alone.
    notices: list[Row]

    @property
    def name(self) -> str:
        return str(self.row["public_id"])

    def log(self) -> list[tuple[Link, str]]:
        """The events as the hash chain sees them."""
        return [
            (Link(**{name: event[name] for name in Link._fields}), event["hash"])
            for event in self.events
        ]


def read_games(url: str, seed_keys: str) -> list[StoredGame]:
    """Every game that has a log, with all that belongs to it."""
    database = _connect(url)
    games = _rows(database, "SELECT * FROM games_game")
    seats = _by_game(_rows(database, "SELECT * FROM games_seat ORDER BY number"))
    events = _by_game(_rows(database, "SELECT * FROM games_event ORDER BY seq, id"))
    sealed = _rows(database, "SELECT * FROM games_gamesecret")
    told = _rows(database, "SELECT * FROM accounts_notice WHERE kind = 'turn'")
    database.close()
    notices = _by_game([row | {"game_id": row["payload"]["game"]} for row in told])
    seeds = _open({row["game_id"]: row["sealed"] for row in sealed}, seed_keys)
    return [
        StoredGame(row, seats[pk], events[pk], seeds[pk], notices[pk])
        for row in games
        if events[pk := row["id"]]
    ]


def _connect(url: str) -> Any:
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        file = parts.path.removeprefix("/")
        return sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    folder, _, name = parts.path.rpartition("/")
    return psycopg.connect(
        host=folder.removeprefix("/"),
        dbname=name,
        user=parts.username,
        options="-c default_transaction_read_only=on",
    )


def _rows(database: Any, query: str) -> list[Row]:
    cursor = database.execute(query)
    names = [column[0] for column in cursor.description]
    return [
        {name: _value(name, value) for name, value in zip(names, row, strict=True)}
        for row in cursor.fetchall()
    ]


def _value(name: str, value: Any) -> Any:
    """The same value on both databases; instants as logs write them."""
    if name in JSON and isinstance(value, str):
        return json.loads(value)
    if name in INSTANTS and value is not None:
        at = value if isinstance(value, datetime) else datetime.fromisoformat(value)
        return at.strftime("%Y-%m-%dT%H:%M:%SZ")
    return value


def _by_game(rows: list[Row]) -> dict[int, list[Row]]:
    sorted_out: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        sorted_out[row["game_id"]].append(row)
    return sorted_out


def _open(sealed: dict[int, str], seed_keys: str) -> dict[int, bytes]:
    box = MultiFernet([Fernet(key) for key in seed_keys.replace(",", " ").split()])
    return {game: box.decrypt(seed.encode()) for game, seed in sealed.items()}
