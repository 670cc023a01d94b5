"""A position of a record as text, the last move marked."""

from itertools import islice
from typing import Any

from .board import Board
from .grid import ROWS, parse_cell
from .verify import positions


def show(record: dict[str, Any], number: int) -> str:
    """The board of a true record after this many moves, and what happened last."""
    move, state = next(islice(positions(record), number, None))
    names = [_printable(seat["player"]) for seat in record["seats"]]
    cell = parse_cell(move["cell"]) if move and "cell" in move else None
    total = len(record["moves"])
    totals = [f"{state.scores[i]:4}  {name}" for i, name in enumerate(names)]
    told = f"{record['game']}, move {number} of {total}: {_told(names, move)}"
    end = [f"over: {record['result']['reason']}"] if number == total else []
    return "\n".join([told, "", *draw(state.board, cell), "", *totals, *end])


def _printable(name: str | None) -> str:
    """A name that cannot move the cursor of the terminal it is shown on."""
    if name is None:
        return "somebody"
    return "".join(c if c.isprintable() else "?" for c in name)


def draw(board: Board, marked: int | None = None) -> list[str]:
    lines = []
    for row, cells in enumerate(ROWS):
        fields = [
            f"[{board.text[cell]}]" if cell == marked else f" {board.text[cell]} "
            for cell in cells
        ]
        boxes = ("".join(fields[column : column + 3]) for column in (0, 3, 6))
        lines.append(f"{9 - row}  {'|'.join(boxes)}")
    rule = "   ---------+---------+---------"
    below = "    a  b  c   d  e  f   g  h  i"
    return [*lines[:3], rule, *lines[3:6], rule, *lines[6:], below]


def _told(names: list[str], move: dict[str, Any] | None) -> str:
    if move is None:
        return "the start"
    who, aside = names[move["seat"]], ", set aside" if "aside" in move else ""
    match move["do"]:
        case "place":
            points = f" for {move['points']}"
            return f"{who} puts {move['tile']} on {move['cell']}{aside or points}"
        case "claim":
            return f"{who} claims that {move['tile']} fits nowhere{aside}"
        case leaving:
            return f"{who}: {leaving}"
