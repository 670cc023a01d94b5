import pytest

from games.engine.board import Board
from games.engine.grid import BOXES, CELLS, COLUMNS, NAMES, ROWS, cells_of, parse_cell
from games.engine.refusals import Unreadable
from games.engine.rules import duel
from games.engine.state import setup

EXAMPLE = Board.read(
    "...3..2.." ".....5..." ".7...6.3." "...721..3" ".1.5.3..."
    "....68..." ".......8." "..4......" "...9....."
)  # fmt: skip


def naive_points(board, cell, kinds):
    units = [unit for kind in kinds for unit in kind if cell in unit]
    others = {other for unit in units for other in unit} - {cell}
    return sum(board.text[other] != "." for other in others)


def test_the_printed_example_scores_9_for_the_4_on_d4():
    cell = parse_cell("d4")
    assert EXAMPLE.fitting(4) >> cell & 1
    assert EXAMPLE.points(cell, "neighbours") == 9


def test_the_printed_example_scores_6_with_simple_scoring():
    assert EXAMPLE.points(parse_cell("d4"), "simple") == 6


def test_the_4_does_not_fit_on_c4_since_c2_holds_one():
    assert not EXAMPLE.fitting(4) >> parse_cell("c4") & 1


def test_points_equal_a_naive_count_on_every_field():
    for cell in CELLS:
        counted = naive_points(EXAMPLE, cell, (ROWS, COLUMNS, BOXES))
        assert EXAMPLE.points(cell, "neighbours") == counted
        assert EXAMPLE.points(cell, "simple") == naive_points(
            EXAMPLE, cell, (ROWS, COLUMNS)
        )


def test_choices_are_the_fitting_fields_with_their_points():
    for scoring in ("neighbours", "simple"):
        assert EXAMPLE.choices(4, scoring) == [
            (cell, EXAMPLE.points(cell, scoring))
            for cell in cells_of(EXAMPLE.fitting(4))
        ]


def test_with_nine_start_tiles_every_free_field_has_2_to_4_occupied_neighbours():
    for number in range(200):
        board = setup(duel(), number.to_bytes(32, "big")).board
        free = [cell for cell in CELLS if board.digit(cell) is None]
        assert {board.points(cell, "neighbours") for cell in free} <= {2, 3, 4}


def test_a_board_reads_back_from_its_text():
    assert Board.read(EXAMPLE.text) == EXAMPLE
    assert EXAMPLE.digit(parse_cell("c2")) == 4
    assert EXAMPLE.digit(parse_cell("d4")) is None


@pytest.mark.parametrize("text", ["", "." * 80, "." * 82, "0" + "." * 80, "x" * 81])
def test_a_text_that_is_no_board_is_unreadable(text):
    with pytest.raises(Unreadable):
        Board.read(text)


def test_names_and_board_run_the_same_way():
    assert [NAMES[cell] for cell in CELLS if EXAMPLE.digit(cell) == 9] == ["d1"]
