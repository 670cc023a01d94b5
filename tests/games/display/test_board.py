import re

from games.display.board import draw
from games.engine.grid import NAMES

EMPTY = "." * 81
START = f"5{'.' * 80}"


def test_a_board_is_a_table_of_81_fields_in_order():
    assert re.findall(r'data-cell="(\w\d)"', draw(board=EMPTY, start=EMPTY)) == list(
        NAMES
    )


def test_start_tiles_and_the_newest_move_are_marked():
    board = draw(board=f"56{'.' * 79}", start=START, last=1)
    assert '<td class="laid start" data-cell="a9" data-digit="5">' in board
    assert '<td class="laid last" data-cell="b9" data-digit="6">' in board


def test_a_burnt_tile_leaves_its_ring_on_the_free_field():
    board = draw(board=START, start=START, last=80)
    assert '<td class="last" data-cell="i1"></td>' in board


def test_only_free_fields_can_be_chosen_and_only_by_who_is_to_move():
    assert draw(board=START, start=START, placing=True).count("<button") == 80
    assert "<button" not in draw(board=START, start=START)


def test_a_field_that_fits_says_what_it_brings_where_that_is_shown():
    board = draw(board=START, start=START, placing=True, choices={1: 1, 80: 12})
    assert 'value="b9" aria-label="b9, 1 point">+1</button>' in board
    assert 'value="i1" aria-label="i1, 12 points">+12</button>' in board
    assert 'value="c9" aria-label="c9"></button>' in board
