"""Who plays in the bench, and every request they will send, written beforehand."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.bots import BOTS
from games.clocks import a_move
from games.engine.moves import Move, Place
from games.engine.rules import Rules, duel, table
from games.engine.simulate import Player, play
from games.engine.view import View
from games.services import offers
from games.services import play as verbs
from tests.people import make_person

DUEL = duel()
# Nobody claims in it, so that it goes on to the last tile.
LONG = table(2, end="claim")


@dataclass(frozen=True)
class Visitor:
    """Somebody who is signed in, and what their browser sends along."""

    person: User
    head: str
    token: str

    def get(self, path: str, *more: str) -> bytes:
        lines = [f"GET {path} HTTP/1.1", self.head, *more]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def post(self, path: str, said: dict[str, object]) -> bytes:
        body = urlencode({"csrfmiddlewaretoken": self.token, **said})
        lines = [
            f"POST {path} HTTP/1.1",
            self.head,
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
        return ("\r\n".join(lines) + f"\r\n\r\n{body}").encode()


def visitor(port: int) -> Visitor:
    person = make_person(f"Bench {secrets.token_hex(4)}")
    client = Client()
    client.force_login(person)
    page = HttpRequest()
    token = get_token(page)
    cookie = (
        f"sessionid={client.cookies['sessionid'].value}; "
        f"csrftoken={page.META['CSRF_COOKIE']}; zone=Europe%2FBerlin"
    )
    head = (
        f"Host: 127.0.0.1:{port}\r\nAccept: text/html,*/*;q=0.8\r\n"
        f"Accept-Language: en-GB,en;q=0.7\r\nCookie: {cookie}"
    )
    return Visitor(person, head, token)


@dataclass
class Match:
    """A game that has begun, and how it will go: the bench knows its seed."""

    players: list[Visitor]
    game: str
    moves: list[dict[str, Any]]
    done: int = 0

    @property
    def to_move(self) -> Visitor:
        seat: int = self.moves[self.done]["seat"]
        return self.players[seat]

    def next_post(self) -> bytes:
        """The next move, as the browser of the player to move sends it."""
        said = {"cell": self.moves[self.done]["cell"], "turn_no": self.done + 1}
        sender = self.to_move
        self.done += 1
        return sender.post(f"/games/{self.game}/place", {**said, "key": uuid4()})

    def go_on_to(self, seq: int) -> None:
        """Play, through the services, until the log has this many events."""
        while self.done + 1 < seq:
            verbs.place(
                game=self.game,
                person=self.to_move.person,
                cell=self.moves[self.done]["cell"],
                turn_no=self.done + 1,
                key=uuid4(),
                now=timezone.now(),
            )
            self.done += 1


def match(players: list[Visitor], rules: Rules = DUEL) -> Match:
    name = secrets.token_hex(6)
    bot = Player("bench", BOTS["greedy"] if rules == DUEL else _never_claims)
    record = play(rules, [bot, bot], name)
    host, guest = (player.person for player in players)
    offers.create(
        host=host,
        terms=offers.Terms(rules=rules, pace=a_move(3)),
        key=name,
        now=timezone.now(),
        public_id=name,
        server_seed=bytes.fromhex(record["fairness"]["server_seed"]),
    )
    for person, seat in zip((host, guest), record["seats"], strict=True):
        nonce = offers.Nonce.from_player(seat["nonce"])
        offers.join(game=name, person=person, nonce=nonce, now=timezone.now())
    return Match(players, name, record["moves"])


def _never_claims(view: View, generator: Random) -> Move:
    assert view.seat is not None
    assert view.hand is not None
    choices = view.board.choices(view.hand, view.rules.scoring)
    free = [cell for cell in range(81) if view.board.text[cell] == "."]
    return Place(view.seat, choices[0][0] if choices else generator.choice(free))


@dataclass
class Pair:
    """Two who play on one connection: one game after the other."""

    players: list[Visitor]
    posts: list[bytes] = field(default_factory=list)

    def top_up(self, count: int) -> None:
        """Have at least that many moves ready."""
        while len(self.posts) < count:
            game = match(self.players)
            self.posts += [game.next_post() for _ in game.moves]

    def __next__(self) -> bytes:
        if not self.posts:
            raise RuntimeError("more moves were taken than prepared")
        return self.posts.pop(0)

    def __iter__(self) -> Iterator[bytes]:
        return self


@dataclass
class Table:
    """Somebody in front of a game under way, whose turn it is."""

    game: str
    viewer: Visitor
    seq: int

    def page(self) -> Iterator[bytes]:
        return cycle([self.viewer.get(f"/games/{self.game}/")])

    def floor(self) -> Iterator[bytes]:
        return cycle([self.viewer.get(f"/bench/auth1/{self.game}")])

    def poll(self) -> Iterator[bytes]:
        seen = f'If-None-Match: "{self.seq}"'
        return cycle([self.viewer.get(f"/games/{self.game}/seq", seen)])


def seated(players: list[Visitor], seq: int, rules: Rules = DUEL) -> Table:
    """A game that has come to this event."""
    game = match(players, rules)
    game.go_on_to(seq)
    return Table(game.game, game.to_move, seq)
