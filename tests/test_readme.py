import doctest
from pathlib import Path

from games.engine.board import Board
from games.engine.grid import parse_cell
from games.engine.show import draw
from tests.engine.test_board import EXAMPLE

README = Path(__file__).parents[1] / "README.md"


def test_the_example_in_the_readme_runs_as_written():
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_the_board_in_the_readme_is_the_one_that_the_rules_explain():
    cell = parse_cell("d4")
    board: Board = EXAMPLE.lay(cell, 4)
    drawn = "\n".join(line.rstrip() for line in draw(board, cell))
    assert drawn in README.read_text()
