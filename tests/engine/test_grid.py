import pytest

from games.engine.grid import (
    BOXES,
    CELLS,
    COLUMNS,
    LINES,
    NAMES,
    NEIGHBOURS,
    ROWS,
    cells_of,
    parse_cell,
)
from games.engine.refusals import Unreadable


def named(mask):
    return {NAMES[cell] for cell in cells_of(mask)}


def test_names_run_from_a9_at_the_top_left_to_i1_at_the_bottom_right():
    assert (NAMES[0], NAMES[8], NAMES[72], NAMES[80]) == ("a9", "i9", "a1", "i1")


def test_every_name_reads_back_to_its_cell():
    assert [parse_cell(name) for name in NAMES] == list(CELLS)


@pytest.mark.parametrize(
    "name", ["", "a", "a0", "j1", "A9", "a10", "a9 ", "9a", "i1\0"]
)
def test_a_name_that_no_field_has_is_unreadable(name):
    with pytest.raises(Unreadable):
        parse_cell(name)


@pytest.mark.parametrize("units", [ROWS, COLUMNS, BOXES])
def test_nine_units_of_nine_cover_the_board_once(units):
    assert len(units) == 9
    assert sorted(cell for unit in units for cell in unit) == list(CELLS)


def test_d4_has_the_neighbours_that_anybody_can_count():
    row, column = {"a4", "b4", "c4", "e4", "f4", "g4", "h4", "i4"}, set()
    column = {f"d{row}" for row in "987654321"} - {"d4"}
    box = {"d6", "e6", "f6", "d5", "e5", "f5", "e4", "f4"}

    assert named(NEIGHBOURS[parse_cell("d4")]) == row | column | box
    assert named(LINES[parse_cell("d4")]) == row | column


def test_every_field_has_20_neighbours_and_is_the_neighbour_of_each():
    for cell in CELLS:
        others = list(cells_of(NEIGHBOURS[cell]))
        assert len(others) == 20
        assert all(NEIGHBOURS[other] >> cell & 1 for other in others)


def test_a_mask_is_the_set_of_its_cells():
    assert list(cells_of(1 << 80 | 1 | 1 << 40)) == [0, 40, 80]
