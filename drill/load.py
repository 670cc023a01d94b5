"""Clients at work: processes of their own, each with its ledger."""

import json
import subprocess
import sys
from pathlib import Path

from drill.ledger import Reader
from drill.servers import Site
from tests.config.variables import ROOT

PROCESSES = 2
# Random players need 44 on average: so the games do not run out.
MOVES_A_GAME = 38


class Load:
    def __init__(
        self, site: Site, *, moves: int, players: int = 12, patience: float = 20
    ) -> None:
        self.site = site
        self.patience = patience
        count = moves // MOVES_A_GAME + players
        self.games = json.loads(site.run("drill.cast", "games", str(count)))
        self.ledgers = [site.folder / f"ledger-{n}" for n in range(PROCESSES)]
        self.players = players // PROCESSES
        self.reader = Reader(self.ledgers)

    def start(self) -> None:
        for ledger in self.ledgers:
            ledger.touch()
        self.clients = [
            self._client(number, ledger) for number, ledger in enumerate(self.ledgers)
        ]

    def _client(self, number: int, ledger: Path) -> subprocess.Popen[bytes]:
        orders = self.site.folder / f"orders-{number}"
        told = {
            "port": self.site.port,
            "games": self.games[number::PROCESSES],
            "players": self.players,
            "ledger": str(ledger),
            "patience": self.patience,
        }
        orders.write_text(json.dumps(told))
        command = [sys.executable, "-m", "drill.client", str(orders)]
        return subprocess.Popen(command, cwd=ROOT)

    @property
    def acknowledged(self) -> int:
        return self.reader.read_on()

    @property
    def is_over(self) -> bool:
        """Whether every client has come to the end of its games."""
        return all(client.poll() is not None for client in self.clients)

    def stop(self) -> None:
        for client in self.clients:
            client.terminate()
        for client in self.clients:
            client.wait()
