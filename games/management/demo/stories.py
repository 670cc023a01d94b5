"""What happens in the demo's games: every rule set, every way to end."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import uuid4

from accounts.models import User
from games.engine.rules import Rules, duel, table
from games.models import Game
from games.services import play, rulings, timekeeping

DAYS_A_MOVE = 3
# Even a game of 72 moves is told within its first three days: the site that runs beside
# must not find it late before it is finished.
BETWEEN_MOVES = timedelta(minutes=45)
LATELY = timedelta(hours=56)
LONG_AGO = timedelta(days=5)


class Demo(NamedTuple):
    """A game that is under way, with a clock of its own."""

    game: Game
    people: Sequence[User]
    dora: User
    began_at: datetime

    def after(self, moves: int) -> datetime:
        return self.began_at + moves * BETWEEN_MOVES


Ending = Callable[[Demo, datetime], object]


class Story(NamedTuple):
    rules: Rules
    # How many moves are made; None plays it out.
    moves: int | None = None
    ending: Ending | None = None
    # Who never claims sets tiles aside until the bag is empty.
    claims: bool = True
    ago: timedelta = LATELY


def _resign(demo: Demo, now: datetime) -> None:
    play.resign(game=demo.game.public_id, person=demo.people[1], key=uuid4(), now=now)


def _run_out(demo: Demo, now: datetime) -> None:
    demo.game.refresh_from_db()
    late = now + timedelta(days=DAYS_A_MOVE, minutes=2)
    timekeeping.run_out(game=demo.game, now=late)


def _remove(demo: Demo, now: datetime) -> None:
    words = "Two accounts played for one person."
    rulings.remove(
        game=demo.game.public_id,
        seat=1,
        by=demo.dora,
        words=words,
        key=uuid4(),
        now=now,
    )


def _void(demo: Demo, now: datetime) -> None:
    words = "Both players asked for it."
    rulings.void(
        game=demo.game.public_id, by=demo.dora, words=words, key=uuid4(), now=now
    )


def _call_off(demo: Demo, now: datetime) -> None:
    play.call_off(game=demo.game.public_id, person=demo.people[0], key=uuid4(), now=now)


def _agree(demo: Demo, now: datetime) -> None:
    for person in demo.people:
        play.agree_to_call_off(
            game=demo.game.public_id, person=person, key=uuid4(), now=now
        )


FINISHED = {
    "duel": Story(duel()),
    "solo": Story(table(1, end="referee")),
    "table for two": Story(table(2)),
    "table for three": Story(table(3, scoring="simple", end="referee")),
    "table for four": Story(table(4, first="oldest")),
    "empty bag": Story(table(2), claims=False),
    "resigned": Story(duel(), 7, _resign),
    "out of time": Story(duel(), 6, _run_out, ago=LONG_AGO),
    "removed": Story(duel(), 5, _remove),
    "voided by a moderator": Story(table(2), 5, _void),
    "called off by all": Story(table(2), 4, _agree),
    "called off early": Story(duel(), 1, _call_off),
    "called off by the site": Story(duel(), 1, _run_out, ago=LONG_AGO),
}
RUNNING = {
    "running duel": Story(duel(), 14),
    "running solo": Story(table(1, end="referee"), 20),
    "running table for two": Story(table(2), 31),
    "running table for three": Story(table(3), 22),
    "running table for four": Story(table(4, scoring="simple"), 9),
    "running without one who resigned": Story(table(3), 8, _resign),
}
OFFERS = {
    "open to everybody": (duel(), Game.Entry.OPEN),
    "by link": (table(3), Game.Entry.LINK),
    "by invitation": (table(2, end="referee"), Game.Entry.INVITED),
}
