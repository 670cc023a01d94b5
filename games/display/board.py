"""The board as one string: a template's loop over 81 fields costs three times more."""

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.grid import NAMES, ROWS
from games.queries.table import Table

_COLUMNS: Final = "".join(f'<th scope="col">{name}</th>' for name in "abcdefghi")
_FOOT: Final = f"<tfoot><tr><td></td>{_COLUMNS}</tr></tfoot>"


def table_board(table: Table) -> SafeString:
    """The board of a game, with the marks that other programs read."""
    seen = table.look
    marks = format_html(
        'id="board" data-seq="{}" data-turn-no="{}" data-turn="{}"',
        seen.seq,
        seen.turn_no,
        "" if seen.turn is None else seen.turn,
    )
    return draw(
        board=seen.board,
        start=table.start,
        gold=seen.rules.start == "gold",
        last=table.last_cell,
        placing="place" in table.can,
        choices=table.choices or {},
        marks=marks,
    )


def draw(
    *,
    board: str,
    start: str,
    gold: bool = False,
    last: int | None = None,
    placing: bool = False,
    choices: Mapping[int, int] | None = None,
    marks: str = "",
) -> SafeString:
    """An HTML table. `choices` says what a fitting field brings, where aids are on;
    else nothing differs between a field that fits and one that does not.
    """
    fields = [
        _free(cell, placing, (choices or {}).get(cell), cell == last)
        if board[cell] == "."
        else _tile(cell, board[cell], start[cell] != ".", cell == last)
        for cell in range(81)
    ]
    kind = "gold" if gold else "plain"
    # Every part is a constant, a digit, or was escaped where it was made.
    return mark_safe(  # noqa: S308
        f'<table class="board {kind}" {marks}>'
        f'<caption class="unseen">{_("The board")}</caption>'
        f"<tbody>{''.join(_rows(fields))}</tbody>{_FOOT}</table>"
    )


def _rows(fields: list[str]) -> Iterator[str]:
    for row, cells in enumerate(ROWS):
        in_row = "".join(fields[cell] for cell in cells)
        yield f'<tr><th scope="row">{9 - row}</th>{in_row}</tr>'


def _tile(cell: int, digit: str, is_start: bool, is_last: bool) -> str:  # noqa: FBT001
    kind = " start" if is_start else ""
    ring = " last" if is_last else ""
    return (
        f'<td class="laid{kind}{ring}" data-cell="{NAMES[cell]}" data-digit="{digit}">'
        f"<b>{digit}</b></td>"
    )


def _free(cell: int, placing: bool, points: int | None, is_last: bool) -> str:  # noqa: FBT001
    name = NAMES[cell]
    # A tile that was set aside leaves its ring on the empty field.
    ring = ' class="last"' if is_last else ""
    if not placing:
        return f'<td{ring} data-cell="{name}"></td>'
    label, shown = name, ""
    if points is not None:
        label = f"{name}, {points_in_words(points)}"
        shown = f"+{points}"
    return (
        f'<td{ring} data-cell="{name}"><button name="cell" value="{name}" '
        f'aria-label="{label}">{shown}</button></td>'
    )


def points_in_words(points: int) -> str:
    said = ngettext("%(count)s point", "%(count)s points", points)
    return said % {"count": points}
