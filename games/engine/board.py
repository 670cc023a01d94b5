"""The board: which digit lies where, and where another one still fits."""

from typing import NamedTuple, Self

from .grid import CELLS, COUNTED, EVERYWHERE, NEIGHBOURS
from .refusals import Unreadable

_DIGITS_OR_FREE = frozenset("123456789.")


class Board(NamedTuple):
    """`text` has 81 characters, `a9` to `i1` by rows; the masks follow from it."""

    text: str
    occupied: int
    # For each digit (0 unused): the fields that have a neighbour with that digit.
    barred: tuple[int, ...]

    @classmethod
    def empty(cls) -> Self:
        return cls("." * 81, 0, (0,) * 10)

    @classmethod
    def read(cls, text: str) -> Self:
        if len(text) != 81 or not _DIGITS_OR_FREE.issuperset(text):
            raise Unreadable(
                "a board is 81 characters, each a digit from 1 to 9 or a dot"
            )
        board = cls.empty()
        for cell, character in enumerate(text):
            if character != ".":
                board = board.lay(cell, int(character))
        return board

    def lay(self, cell: int, digit: int) -> Self:
        barred = self.barred
        now_barred = barred[digit] | NEIGHBOURS[cell]
        return type(self)(
            f"{self.text[:cell]}{digit}{self.text[cell + 1 :]}",
            self.occupied | 1 << cell,
            (*barred[:digit], now_barred, *barred[digit + 1 :]),
        )

    def digit(self, cell: int) -> int | None:
        character = self.text[cell]
        return None if character == "." else int(character)

    def fitting(self, digit: int) -> int:
        """The free fields that take this digit, as a mask."""
        return EVERYWHERE & ~self.occupied & ~self.barred[digit]

    def points(self, cell: int, scoring: str) -> int:
        return (COUNTED[scoring][cell] & self.occupied).bit_count()

    def choices(self, digit: int, scoring: str) -> list[tuple[int, int]]:
        """Each field that takes this digit, with the points it would bring."""
        # Bots ask this thousands of times, so everything is looked up once.
        occupied, fitting = self.occupied, self.fitting(digit)
        counted = COUNTED[scoring]
        return [
            (cell, (counted[cell] & occupied).bit_count())
            for cell in CELLS
            if fitting >> cell & 1
        ]
