"""An acknowledged move is never lost and never doubled, whatever is done meanwhile."""

from dataclasses import replace

from drill.servers import Site
from drill.siege import Siege

NO_GUARD = "unguarded"
# Without an order to the disk at each commit, and with nobody writing meanwhile.
CARELESS = {"synchronous_commit": "off", "wal_writer_delay": "10000ms"}
WITHOUT_UNIQUE_KEYS = (
    "ALTER TABLE games_event DROP CONSTRAINT event_seq_once",
    "ALTER TABLE games_event DROP CONSTRAINT event_key_once",
    "DROP INDEX event_ends_a_game_once",
)

ROWS = {
    row.name: row
    for row in (
        Siege(
            name="a",
            what="PostgreSQL, a web worker killed every second",
            moves=10_000,
            limit=300,
            usual_seconds=135,
            fault=Site.kill_a_worker,
            every=1.0,
            hits=20,
        ),
        Siege(
            name="b",
            what="PostgreSQL killed every 5 s",
            moves=5_000,
            limit=240,
            usual_seconds=130,
            fault=Site.restart_database,
            every=5.0,
            kills=22,
            hits=20,
        ),
        Siege(
            name="c",
            what="SQLite, 8 web processes",
            moves=20_000,
            limit=400,
            usual_seconds=240,
            postgres=None,
            variables={"WEB_WORKERS": "8", "WEB_THREADS": "1"},
        ),
        Siege(
            name="d1",
            what="a web worker dies before COMMIT",
            moves=1_000,
            limit=60,
            usual_seconds=30,
            sabotage="before_commit",
            hits=20,
        ),
        Siege(
            name="d2",
            what="a web worker dies after COMMIT",
            moves=1_000,
            limit=60,
            usual_seconds=30,
            sabotage="after_commit",
            hits=20,
        ),
    )
}

CONTROLS = {
    row.name: row
    for row in (
        Siege(
            name="sync",
            what="control: synchronous_commit=off, PostgreSQL killed every 3 s",
            moves=1_000,
            limit=30,
            usual_seconds=25,
            postgres=CARELESS,
            sabotage=NO_GUARD,
            # Who plays, and in which games, is not what is to be lost.
            sql=("CHECKPOINT",),
            fault=Site.restart_database,
            every=3.0,
            kills=4,
            must_show=("lost",),
        ),
        Siege(
            name="key",
            what="control: the key is not looked up",
            moves=200,
            limit=20,
            usual_seconds=12,
            sabotage="no_key_check",
            must_show=("denied",),
            patience=1,
        ),
        Siege(
            name="lock",
            what="control: neither lock nor unique keys",
            moves=400,
            limit=10,
            usual_seconds=20,
            sabotage=f"no_lock,{NO_GUARD}",
            sql=WITHOUT_UNIQUE_KEYS,
            must_show=("doubled",),
            patience=1,
        ),
        Siege(
            name="notice",
            what="control: the notice is written after COMMIT",
            moves=400,
            limit=30,
            usual_seconds=25,
            sabotage="notice_after_commit",
            must_show=("untold",),
            patience=5,
        ),
    )
}

# For `make test`: the same in little, with one control.
QUICK = {
    "quick": replace(
        ROWS["a"],
        name="quick",
        what="PostgreSQL, a web worker killed twice a second",
        moves=300,
        limit=40,
        usual_seconds=15,
        every=0.5,
        hits=3,
    ),
    "key": CONTROLS["key"],
}
