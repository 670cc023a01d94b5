"""The 81 fields: names, units and neighbours, built once.

A cell is a number from 0 (`a9`, top left) to 80 (`i1`, bottom right), row by row.
A set of cells is a bit mask, so that "which neighbours are occupied" is one `&`.
"""

from collections.abc import Iterator
from typing import Final

from .refusals import Unreadable

CELLS: Final = range(81)
DIGITS: Final = range(1, 10)
EVERYWHERE: Final = (1 << 81) - 1

NAMES: Final = tuple(f"{column}{row}" for row in "987654321" for column in "abcdefghi")
_NUMBERS: Final = {name: cell for cell, name in enumerate(NAMES)}

ROWS: Final = tuple(tuple(range(9 * row, 9 * row + 9)) for row in range(9))
COLUMNS: Final = tuple(tuple(range(column, 81, 9)) for column in range(9))
BOXES: Final = tuple(
    tuple(
        27 * band + 3 * stack + 9 * row + column
        for row in range(3)
        for column in range(3)
    )
    for band in range(3)
    for stack in range(3)
)


def parse_cell(name: str) -> int:
    """Read a field's name, `d4`."""
    if name not in _NUMBERS:
        raise Unreadable(f"there is no field {name[:40]!a}")
    return _NUMBERS[name]


def cells_of(mask: int) -> Iterator[int]:
    return (cell for cell in CELLS if mask >> cell & 1)


def _others(cell: int, *kinds: tuple[tuple[int, ...], ...]) -> int:
    """The fields, but itself, that share a unit of these kinds with the cell."""
    sharing = {
        other for units in kinds for unit in units if cell in unit for other in unit
    }
    return sum(1 << other for other in sharing - {cell})


NEIGHBOURS: Final = tuple(_others(cell, ROWS, COLUMNS, BOXES) for cell in CELLS)
LINES: Final = tuple(_others(cell, ROWS, COLUMNS) for cell in CELLS)
# The fields around each field that count, by the scoring of a rule set.
COUNTED: Final = {"neighbours": NEIGHBOURS, "simple": LINES}
