"""Without aids, seeing where a tile fits is the player's own work."""

import json
import re

import pytest

from games.engine.state import legal_cells
from tests.games.cast import folded
from tests.leaks.answers import Request, ask
from tests.leaks.worlds import swapped


@pytest.fixture
def both_worlds():
    def look(scene, address: str) -> list[str]:
        """The owner's page with one tile in hand, and with another one."""
        request = Request("GET", f"/games/{scene.game.public_id}/{address}")
        session = scene.sessions["owner"]
        here, fits_here = ask(session, request), legal_cells(folded(scene.game).state)
        with swapped(scene.game):
            there = ask(session, request)
            assert legal_cells(folded(scene.game).state) != fits_here
        return [here.body.decode(), there.body.decode()]

    return look


def board_of(page: str) -> str:
    return re.search(r'<table[^>]* id="board".*?</table>', page, re.DOTALL)[0]


@pytest.mark.parametrize("kind", ["duel", "three", "private"])
def test_without_aids_no_field_tells_whether_it_takes_the_tile(
    scene_of, both_worlds, kind
):
    here, there = both_worlds(scene_of(kind), "")

    assert here != there
    assert 'name="cell"' in board_of(here)
    assert board_of(here) == board_of(there)


def test_with_aids_the_fields_tell(scene_of, both_worlds):
    here, there = both_worlds(scene_of("aids"), "")
    assert board_of(here) != board_of(there)


def test_in_the_state_nothing_but_the_hand_differs(scene, both_worlds):
    here, there = map(json.loads, both_worlds(scene, "state.json"))
    assert here.pop("hand") != there.pop("hand")
    assert here == there
