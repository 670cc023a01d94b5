from random import Random

import pytest

from games.bots import BOTS
from games.engine.board import Board
from games.engine.fairness import Deal
from games.engine.moves import Claim, Place
from games.engine.rules import duel, table
from games.engine.state import apply, begin, legal_cells, points, setup
from games.engine.view import view
from tests.engine.games import EVERY_RULE_SET
from tests.engine.test_state import NEARLY_FULL

SEED = bytes(32)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("rules", EVERY_RULE_SET[::5], ids=str)
def test_a_bot_plays_any_game_to_its_end_and_never_burns_a_tile(name, rules):
    state, generator = setup(rules, SEED, 0), Random(1)
    while state.turn is not None:
        move = BOTS[name](view(state, state.turn), generator)
        state, event = apply(state, move)
        assert not event.aside
    assert state.outcome.reason in ("no_field", "claimed")


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_claims_exactly_when_its_claim_is_true(name):
    for bag, fits in (("1234", False), ("9123", True)):
        state = begin(table(2), Deal(Board.read(NEARLY_FULL), bag), 0)
        move = BOTS[name](view(state, 0), Random(1))
        assert isinstance(move, Place if fits else Claim)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_without_a_tile_or_a_seat_says_so(name):
    state = setup(duel(), SEED, 0)
    for seat in (1, None):
        with pytest.raises(ValueError, match="seat and a tile"):
            BOTS[name](view(state, seat), Random(1))


@pytest.mark.parametrize("name", BOTS)
def test_the_same_generator_gives_the_same_move(name):
    state = setup(duel(), SEED, 0)
    moves = {BOTS[name](view(state, 0), Random(5)) for _ in range(5)}
    assert len(moves) == 1


def chosen(name):
    state, generator = setup(duel(), SEED, 0), Random(3)
    return state, {BOTS[name](view(state, 0), generator).cell for _ in range(600)}


def test_random_takes_every_field_that_fits():
    state, cells = chosen("random")
    assert cells == set(legal_cells(state))


def test_greedy_takes_any_of_the_fields_with_most_points_and_no_other():
    state, cells = chosen("greedy")
    most = max(points(state, cell) for cell in legal_cells(state))
    assert cells == {cell for cell in legal_cells(state) if points(state, cell) == most}
