"""Players made of code: they know of the site what HTTP tells them.

    python -m drill.client ORDERS.json

The orders are the port, the games with the sessions of their seats, how many play at
once, and where the ledger is. TERM lets everybody finish what they have sent.
"""

import http.client
import json
import queue
import random
import signal
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from drill import ledger
from games.engine.board import Board
from games.engine.grid import NAMES, cells_of

TIMEOUT = 30.0
# One post in so many is sent twice at once, as by a double click.
DOUBLED_ONE_IN = 5
CSRF = "c" * 32


@dataclass
class Answer:
    status: int
    location: str = ""
    body: bytes = b""

    @property
    def is_definite(self) -> bool:
        """Whether it says what became of the request; an error does not."""
        return 0 < self.status < 500


class Wire:
    """One connection that is kept, and opened again when it broke."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        self.is_sent = False

    def send(self, method: str, path: str, session: str, body: str = "") -> None:
        headers = {"Cookie": f"sessionid={session}; csrftoken={CSRF}"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self.connection.request(method, path, body or None, headers)
            self.is_sent = True
        except (OSError, http.client.HTTPException):
            self.connection.close()

    def receive(self) -> Answer:
        if not self.is_sent:
            return Answer(0)
        self.is_sent = False
        try:
            got = self.connection.getresponse()
            return Answer(got.status, got.getheader("Location", ""), got.read())
        except (OSError, http.client.HTTPException):
            self.connection.close()
            return Answer(0)


class Player:
    """Plays every seat of one game after the other, by what each seat may see."""

    def __init__(self, port: int, book: ledger.Ledger, stop: threading.Event) -> None:
        self.wires = [Wire(port), Wire(port)]
        self.book = book
        self.stop = stop

    def play(self, game: str, sessions: list[str]) -> None:
        seat = 0
        while not self.stop.is_set():
            seen = self.look(game, sessions[seat])
            if seen["status"] != "running":
                return
            if seen["turn"] != seat:
                seat = seen["turn"]
                continue
            self.move(game, seat, sessions[seat], seen)
            seat = (seat + 1) % len(sessions)

    def look(self, game: str, session: str) -> Any:
        while True:
            began = ledger.now()
            self.wires[0].send("GET", f"/games/{game}/state.json", session)
            answer = self.wires[0].receive()
            self.note(None, game, began, answer)
            if answer.status == 200:
                return json.loads(answer.body)
            assert not answer.is_definite, f"a look at the game got {answer.status}"
            pause()

    def move(self, game: str, seat: int, session: str, seen: dict[str, Any]) -> None:
        """Ask for one thing, with one key, until an answer says what became of it."""
        key, do, cell = str(uuid4()), *choose(seen)
        asked = {"key": key, "turn_no": seen["turn_no"], "cell": cell}
        self.book.write(
            decided=key, game=game, seat=seat, do=do, turn_no=seen["turn_no"], cell=cell
        )
        body = urlencode({**asked, "csrfmiddlewaretoken": CSRF})
        wires = self.wires[: 2 if random.randrange(DOUBLED_ONE_IN) == 0 else 1]
        while True:
            answers = self.post(wires, f"/games/{game}/{do}", game, session, body, key)
            definite = [answer for answer in answers if answer.is_definite]
            if definite:
                break
            pause()
        kept = any(answer.location == f"/games/{game}/" for answer in definite)
        self.book.write(settled=key, acknowledged=kept)

    def post(
        self,
        wires: list[Wire],
        path: str,
        game: str,
        session: str,
        body: str,
        key: str,
    ) -> list[Answer]:
        began = ledger.now()
        for wire in wires:
            wire.send("POST", path, session, body)
        answers = []
        for wire in wires:
            answers.append(wire.receive())
            self.note(key, game, began, answers[-1])
        # Needed too seldom to be kept: the server would have closed it meanwhile.
        self.wires[1].connection.close()
        return answers

    def note(self, key: str | None, game: str, began: float, answer: Answer) -> None:
        self.book.write(
            asked=key,
            game=game,
            began=began,
            ended=ledger.now(),
            status=answer.status,
            location=answer.location,
        )


def choose(seen: dict[str, Any]) -> tuple[str, str]:
    """A field that takes the tile, or the claim that there is none."""
    fitting = cells_of(Board.read(seen["board"]).fitting(seen["hand"]))
    names = [NAMES[cell] for cell in fitting]
    return ("place", random.choice(names)) if names else ("claim", "")


def pause() -> None:
    time.sleep(random.uniform(0.05, 0.2))


def main(orders: dict[str, Any]) -> None:
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    games: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    for game in orders["games"]:
        games.put(game)
    book = ledger.Ledger(Path(orders["ledger"]))

    def play_one_after_the_other() -> None:
        player = Player(orders["port"], book, stop)
        with suppress(queue.Empty):
            while not stop.is_set():
                player.play(**games.get_nowait())

    threads = [
        threading.Thread(target=play_one_after_the_other)
        for _ in range(orders["players"])
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text()))
