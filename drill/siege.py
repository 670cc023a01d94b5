"""Clients play while something is done to the site again and again."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from drill import servers
from drill.flight import flight
from drill.ledger import now, requests
from drill.load import Load
from drill.oracle.figures import Figures
from drill.progress import Progress
from drill.row import Row
from drill.servers import Site

LOOK_EVERY = 0.05


@dataclass(frozen=True, kw_only=True)
class Siege:
    """It goes on until there are enough moves and enough kills, or `limit` seconds."""

    name: str
    what: str
    moves: int
    limit: float
    # On two cores, with everything that comes before and after.
    usual_seconds: float
    # None is SQLite.
    postgres: dict[str, str] | None = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    sabotage: str = ""
    # Statements that the drill itself runs once everything is made.
    sql: tuple[str, ...] = ()
    fault: Callable[[Site], None] | None = None
    every: float = 1.0
    kills: int = 0
    # So many of them must have broken a request.
    hits: int = 0
    must_show: tuple[str, ...] = ()
    players: int = 12
    # For clients that are still without an answer at the end.
    patience: float = 20

    def run(self, progress: Progress) -> Row:
        variables = self.variables | {"DRILL_SABOTAGE": self.sabotage}
        progress.begin(self.name, self.what)
        with servers.site(postgres=self.postgres, **variables) as site:
            load = Load(
                site, moves=self.moves, players=self.players, patience=self.patience
            )
            for statement in self.sql:
                site.execute(statement)
            began = time.monotonic()
            kills = self._besiege(site, load, progress)
            seconds = time.monotonic() - began
            return self._row(site, load, kills + site.times_of_death(), seconds)

    def _besiege(self, site: Site, load: Load, progress: Progress) -> list[float]:
        """Give when the faults fell; the clients have got their answers then."""
        kills: list[float] = []
        began = last = time.monotonic()
        load.start()
        try:
            while not self._is_enough(load, kills, time.monotonic() - began):
                time.sleep(LOOK_EVERY)
                if self.fault and time.monotonic() >= last + self.every:
                    kills.append(now())
                    self.fault(site)
                    last = time.monotonic()
                progress.show(load.acknowledged, self.moves, len(kills))
        finally:
            load.stop()
        return kills

    def _is_enough(self, load: Load, kills: list[float], seconds: float) -> bool:
        done = load.acknowledged >= self.moves and len(kills) >= self.kills
        return done or load.is_over or seconds > self.limit

    def _row(self, site: Site, load: Load, kills: list[float], seconds: float) -> Row:
        names = [str(ledger) for ledger in load.ledgers]
        figures = Figures.read(json.loads(site.run("drill.oracle", *names)))
        fell = flight(kills, requests(load.ledgers))
        complaints = []
        if figures.acknowledged < self.moves and not self.must_show:
            complaints.append(f"only {figures.acknowledged} of {self.moves} moves")
        if fell.hits < self.hits:
            complaints.append(f"only {fell.hits} kills fell into requests")
        return Row(
            name=self.name,
            what=self.what,
            figures=figures,
            seconds=seconds,
            flight=fell,
            must_show=self.must_show,
            complaints=complaints,
        )
