"""Players made of code: they know of the site what HTTP tells them.

    python -m drill.client ORDERS.json

The orders are the port, the games with the sessions of their seats, how many play at
once, where the ledger is, and for how many seconds after TERM somebody who has got no
answer yet goes on asking.
"""

import json
import queue
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, repeat
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from drill.ledger import Ledger
from drill.wire import CSRF, Answer, Wire
from games.engine.board import Board
from games.engine.grid import NAMES, cells_of

# One post in so many is sent twice at once, as by a double click.
DOUBLED_ONE_IN = 5


class GaveUp(Exception):
    """The site has not come back; what was sent last is neither done nor refused."""


class Whistle:
    """Says when to stop, and when to stop even with a question open."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.blown_at: float | None = None

    def blow(self, *_: object) -> None:
        self.blown_at = time.monotonic()

    @property
    def is_blown(self) -> bool:
        return self.blown_at is not None

    def pauses(self) -> Iterator[None]:
        """One before each time that somebody asks again, longer and longer."""
        for pause in chain((0.05, 0.1, 0.2, 0.4), repeat(0.8)):
            if self.blown_at and time.monotonic() > self.blown_at + self.patience:
                raise GaveUp
            time.sleep(pause * random.uniform(0.5, 1.5))
            yield


class Player:
    """Plays every seat of a game in turn, each by what that seat may see."""

    def __init__(self, port: int, book: Ledger, whistle: Whistle) -> None:
        self.wires = [Wire(port, book), Wire(port, book)]
        self.book = book
        self.whistle = whistle

    def play(self, game: str, sessions: list[str]) -> None:
        seat = 0
        while not self.whistle.is_blown:
            seen = self.look(game, sessions[seat])
            if seen["status"] != "running":
                return
            if seen["turn"] == seat:
                self.move(game, seat, sessions[seat], seen)
                seat = (seat + 1) % len(sessions)
            else:
                seat = seen["turn"]

    def look(self, game: str, session: str) -> Any:
        pauses = self.whistle.pauses()
        answer = self.get(game, session)
        while not answer.is_definite:
            next(pauses)
            answer = self.get(game, session)
        assert answer.status == 200, f"a look at the game got {answer.status}"
        return json.loads(answer.body)

    def get(self, game: str, session: str) -> Answer:
        self.wires[0].send("GET", game, "state.json", session)
        return self.wires[0].receive()

    def move(self, game: str, seat: int, session: str, seen: dict[str, Any]) -> None:
        """Ask for one thing, with one key, until an answer says what became of it."""
        do, cell = choose(seen)
        key, turn_no = str(uuid4()), seen["turn_no"]
        self.book.write(
            decided=key, game=game, seat=seat, do=do, turn_no=turn_no, cell=cell
        )
        form = {"key": key, "turn_no": turn_no, "cell": cell}
        body = urlencode(form | {"csrfmiddlewaretoken": CSRF})
        pauses = self.whistle.pauses()
        answers = self.post(game, do, session, body, key)
        while not any(answer.is_definite for answer in answers):
            next(pauses)
            answers = self.post(game, do, session, body, key)
        kept = any(answer.location == f"/games/{game}/" for answer in answers)
        self.book.write(settled=key, acknowledged=kept)

    def post(
        self, game: str, do: str, session: str, body: str, key: str
    ) -> list[Answer]:
        wires = self.wires[: 2 if random.randrange(DOUBLED_ONE_IN) == 0 else 1]
        for wire in wires:
            wire.send("POST", game, do, session, body, key)
        answers = [wire.receive() for wire in wires]
        # Needed too seldom to be kept: the server would have closed it meanwhile.
        self.wires[1].close()
        return answers


def choose(seen: dict[str, Any]) -> tuple[str, str]:
    """A field that takes the tile, or the claim that there is none."""
    fitting = cells_of(Board.read(seen["board"]).fitting(seen["hand"]))
    names = [NAMES[cell] for cell in fitting]
    return ("place", random.choice(names)) if names else ("claim", "")


def main(orders: dict[str, Any]) -> None:
    whistle = Whistle(orders["patience"])
    signal.signal(signal.SIGTERM, whistle.blow)
    book = Ledger(Path(orders["ledger"]))
    games: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    for game in orders["games"]:
        games.put(game)

    def play_one_after_the_other() -> None:
        player = Player(orders["port"], book, whistle)
        with suppress(queue.Empty, GaveUp):
            while not whistle.is_blown:
                player.play(**games.get_nowait())

    players = [
        threading.Thread(target=play_one_after_the_other)
        for _ in range(orders["players"])
    ]
    for player in players:
        player.start()
    for player in players:
        player.join()


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text()))
