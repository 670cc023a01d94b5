"""Fairness version 1: from a committed secret and the players' nonces to the bag.

Anybody can do this over again with SHA-256, HMAC and a pencil: every step below is
fixed by the project's published description and never changes within a version.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from .board import Board
from .grid import DIGITS
from .rules import Rules

_PREFIX = "postdoku-1:"
_ALL_TILES = [digit for digit in DIGITS for _ in range(9)]


def commitment(server_seed: bytes) -> str:
    """What is published before anybody joins."""
    return hashlib.sha256(f"{_PREFIX}{server_seed.hex()}".encode()).hexdigest()


def bot_nonce(commitment: str, seat: int) -> str:
    """A bot's nonce follows from what is public, so that nobody can choose it."""
    digest = hashlib.sha256(f"{_PREFIX}bot:{commitment}:{seat}".encode())
    return digest.hexdigest()[:32]


def game_seed(server_seed: bytes, game: str, nonces: Sequence[str]) -> bytes:
    message = f"{_PREFIX}{game}:{':'.join(nonces)}"
    return hmac.digest(server_seed, message.encode(), "sha256")


class Stream:
    """Random numbers that follow from the game seed; each label has its own."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._words = _words(seed, label)

    def below(self, bound: int) -> int:
        # Words at the ragged end are skipped: else small numbers would come too often.
        limit = 2**32 // bound * bound
        return next(word for word in self._words if word < limit) % bound

    def shuffle(self, items: list[int]) -> list[int]:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def _words(seed: bytes, label: str) -> Iterator[int]:
    for block in count():
        digest = hmac.digest(seed, f"{label}:{block}".encode(), "sha256")
        yield from struct.unpack(">8I", digest)


def first_by_lot(seed: bytes, players: int) -> int:
    # A stream of its own: who begins must not depend on who gets which tiles.
    return Stream(seed, "first").below(players)


class Deal(NamedTuple):
    start: Board
    # The 72 other tiles in the order in which they are drawn.
    bag: str


def deal(rules: Rules, seed: bytes) -> Deal:
    stream = Stream(seed, "draw")
    start = None
    while start is None:
        start = _layout(rules, stream)
    others = _ALL_TILES.copy()
    for character in start.text.replace(".", ""):
        others.remove(int(character))
    bag = stream.shuffle(others)
    return Deal(start, "".join(str(tile) for tile in reversed(bag)))


def _layout(rules: Rules, stream: Stream) -> Board | None:
    """One try at the nine start tiles; None where it breaks the sudoku rule."""
    columns = stream.shuffle(list(range(9)))
    tiles = _ALL_TILES if rules.start == "any" else DIGITS
    digits = stream.shuffle(list(tiles))[:9]
    board = Board.empty()
    for row, (column, digit) in enumerate(zip(columns, digits, strict=True)):
        cell = 9 * row + column
        if not board.fitting(digit) >> cell & 1:
            return None
        board = board.lay(cell, digit)
    return board
