from random import Random

import pytest

from games.engine.board import Board
from games.engine.fairness import Deal, deal, first_by_lot
from games.engine.grid import cells_of, parse_cell
from games.engine.moves import Claim, Leave, Place, Void
from games.engine.outcome import places, track
from games.engine.refusals import (
    HasLeft,
    NoClaims,
    NoSuchSeat,
    NotYourTurn,
    Occupied,
    Over,
    Unreadable,
)
from games.engine.rules import BadRules, duel, table
from games.engine.state import apply, begin, legal_cells, points, setup
from games.engine.view import view

from .games import play_on, void

SEED = bytes(range(32))
# Row 9 lacks a 9, and so do its boxes; a 1 fits nowhere else than on row 9 either way.
NEARLY_FULL = (
    "12345678." "456789123" "789123456" "231564897" "564897231"
    "897231564" "312645978" "645978312" "978312645"
)  # fmt: skip


def place(state, cell=None):
    """Place the hand where it fits first, or on the named field."""
    cell = legal_cells(state)[0] if cell is None else parse_cell(cell)
    return apply(state, Place(state.turn, cell))


def nearly_over(rules, bag, first=0):
    return begin(rules, Deal(Board.read(NEARLY_FULL), bag), first)


def misfit(state):
    """A free field that does not take the tile of the player to move."""
    tile = state.hands[state.turn]
    free = {cell for cell in range(81) if state.board.digit(cell) is None}
    return min(free - set(cells_of(state.board.fitting(tile))))


def test_a_placed_tile_scores_its_neighbours_and_the_turn_passes():
    before = setup(duel(), SEED, 0)
    cell = legal_cells(before)[3]
    tile = before.hands[0]

    after, event = apply(before, Place(0, cell))

    assert after.board.digit(cell) == tile
    assert after.scores == (points(before, cell), 0)
    assert (after.turn, after.turn_no) == (1, 2)
    assert (event.do, event.seat, event.tile, event.cell) == ("place", 0, tile, cell)
    assert (event.points, event.aside, event.ends) == (
        points(before, cell),
        False,
        None,
    )


def test_a_tile_on_a_field_that_does_not_take_it_is_set_aside():
    before = setup(table(2), SEED, 0)

    after, event = apply(before, Place(0, misfit(before)))

    assert after.board == before.board
    assert after.aside == (before.hands[0],)
    assert after.scores == (0, 0)
    assert (event.points, event.aside) == (0, True)
    assert after.turn == 1


def test_in_the_duel_only_the_player_to_move_holds_a_tile():
    state = setup(duel(), SEED, 1)
    assert state.hands[0] is None
    assert state.hands[1] == int(deal(duel(), SEED).bag[0])
    state, _ = place(state)
    assert state.hands == (int(deal(duel(), SEED).bag[1]), None)


def test_at_the_table_everybody_draws_ahead_in_the_order_of_turns():
    bag = deal(table(3), SEED).bag
    state = setup(table(3), SEED, 1)
    assert state.hands == (int(bag[2]), int(bag[0]), int(bag[1]))
    state, _ = place(state)
    assert state.hands[1] == int(bag[3])


@pytest.mark.parametrize("burn", ["a misplaced tile", "a false claim"])
def test_at_the_table_a_burnt_tile_is_replaced_at_the_end_of_the_turn(burn):
    state = setup(table(2), SEED, 0)
    move = Claim(0) if burn == "a false claim" else Place(0, misfit(state))

    after, event = apply(state, move)

    assert event.aside is True
    assert after.hands[0] == int(state.bag[0])
    assert after.aside == (state.hands[0],)


def test_nobody_moves_out_of_turn():
    state = setup(duel(), SEED, 0)
    with pytest.raises(NotYourTurn) as refused:
        apply(state, Place(1, legal_cells(state)[0]))
    assert (refused.value.seat, refused.value.turn) == (1, 0)


def test_only_the_player_to_move_can_run_out_of_time():
    with pytest.raises(NotYourTurn):
        apply(setup(duel(), SEED, 0), Leave(1, "timeout"))


def test_an_occupied_field_is_refused_with_the_digit_that_lies_there():
    state = setup(duel(), SEED, 0)
    cell = next(cells_of(state.board.occupied))
    with pytest.raises(Occupied) as refused:
        apply(state, Place(0, cell))
    assert (refused.value.cell, refused.value.digit) == (cell, state.board.digit(cell))


@pytest.mark.parametrize("cell", [-1, 81, 1000])
def test_a_field_that_does_not_exist_is_unreadable_not_illegal(cell):
    with pytest.raises(Unreadable):
        apply(setup(duel(), SEED, 0), Place(0, cell))


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_is_refused(seat):
    with pytest.raises(NoSuchSeat):
        apply(setup(duel(), SEED, 0), Leave(seat, "resign"))


def test_there_is_nothing_to_claim_where_the_referee_sees_the_end():
    with pytest.raises(NoClaims):
        apply(setup(duel(), SEED, 0), Claim(0))


def test_a_game_that_is_over_takes_no_more_moves():
    over = void(setup(duel(), SEED, 0))
    for move in (Place(0, 0), Leave(1, "resign"), Void()):
        with pytest.raises(Over) as refused:
            apply(over, move)
        assert refused.value.reason == "voided"


def test_one_placement_can_end_the_game_on_the_next_players_tile():
    state = begin(duel(), Deal(Board.read(NEARLY_FULL.replace("5", ".", 1)), "91"), 0)

    after, event = place(state, "i9")

    assert (event.ends, event.shown) == ("no_field", 1)
    assert after.outcome.places == (1, 2)
    assert (after.turn, after.scores) == (None, (20 - 1, 0))


def test_a_game_can_be_over_before_its_first_move():
    state = nearly_over(duel(), "12")
    assert (state.outcome.reason, state.outcome.shown, state.turn) == (
        "no_field",
        1,
        None,
    )


def test_the_duel_is_over_when_the_bag_is_empty():
    after, event = place(nearly_over(duel(), "9"), "i9")
    assert event.ends == "bag_empty"
    assert after.outcome.scores == (20, 0)


def test_at_the_table_the_last_hands_are_played_before_the_bag_counts_as_empty():
    text = NEARLY_FULL.replace("6", ".", 1)
    state = begin(table(2, end="referee"), Deal(Board.read(text), "96"), 0)
    assert state.bag == ""

    state, event = place(state, "i9")
    assert event.ends is None
    _, event = place(state, "f9")
    assert event.ends == "bag_empty"


def test_a_true_claim_ends_the_game_and_the_tile_is_shown_but_not_set_aside():
    state = nearly_over(table(2), "1234")

    after, event = apply(state, Claim(0))

    assert (event.tile, event.points, event.aside) == (1, 0, False)
    assert event.ends == "claimed"
    assert (after.aside, after.outcome.places) == ((), (1, 1))


def test_where_the_end_is_by_claim_an_overlooked_end_only_burns_the_tile():
    state = nearly_over(table(2), "1234")
    after, event = place(state, "i9")
    assert (event.aside, event.ends, after.turn) == (True, None, 1)


@pytest.mark.parametrize(
    ("how", "reason"),
    [("resign", "resigned"), ("timeout", "timeout"), ("removed", "removed")],
)
def test_leaving_a_game_of_two_ends_it_for_the_other(how, reason):
    state, _ = place(setup(duel(), SEED, 0))

    after, event = apply(state, Leave(1, how))

    assert event.ends == reason
    assert after.outcome.places == (1, 2)
    assert after.hands[1] is None


def test_who_leads_and_leaves_still_ranks_last():
    state, _ = place(setup(duel(), SEED, 0))
    after, _ = apply(state, Leave(0, "resign"))
    assert after.scores[0] > after.scores[1]
    assert after.outcome.places == (2, 1)


def test_in_solo_a_leaving_ends_the_game_with_the_first_place():
    after, event = apply(setup(table(1), SEED, 0), Leave(0, "resign"))
    assert (event.ends, after.outcome.places) == ("resigned", (1,))


def test_with_three_players_the_others_play_on_and_the_seat_is_passed_over():
    state = setup(table(3), SEED, 0)

    state, event = apply(state, Leave(0, "timeout"))

    assert (event.ends, state.turn, state.hands[0]) == (None, 1, None)
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        state, _ = place(state)
    assert turns == [1, 2, 1, 2]
    assert state.hands[0] is None


def test_who_leaves_out_of_turn_leaves_the_turn_where_it_is():
    state = setup(table(3), SEED, 0)
    after, _ = apply(state, Leave(2, "resign"))
    assert (after.turn, after.turn_no, after.outcome) == (0, 2, None)
    assert after.bag == state.bag


def test_nobody_leaves_twice():
    state, _ = apply(setup(table(3), SEED, 0), Leave(2, "resign"))
    with pytest.raises(HasLeft):
        apply(state, Leave(2, "removed"))


def test_a_turn_reached_by_somebodys_leaving_can_end_the_game_too():
    state = nearly_over(table(3, end="referee"), "915")
    after, event = apply(state, Leave(0, "resign"))
    assert (event.ends, event.shown) == ("no_field", 1)
    assert after.outcome.places == (3, 1, 1)


def test_the_leaving_that_ends_a_game_goes_before_the_empty_bag():
    state = nearly_over(duel(), "9")
    _, event = apply(state, Leave(0, "resign"))
    assert event.ends == "resigned"


def test_if_two_stay_an_empty_bag_goes_before_the_leaving():
    state = nearly_over(table(3, end="referee"), "9")
    assert state.hands == (9, None, None)
    _, event = apply(state, Leave(0, "resign"))
    assert event.ends == "bag_empty"


def test_a_voided_game_has_scores_but_no_places():
    state, _ = place(setup(duel(), SEED, 0))
    after, event = apply(state, Void())
    assert (event.do, event.seat, event.ends) == ("void", None, "voided")
    assert (after.outcome.scores, after.outcome.places) == (state.scores, None)
    assert after.turn_no == state.turn_no


def test_a_refused_move_changes_nothing():
    state = setup(duel(), SEED, 0)
    before = tuple(state)
    with pytest.raises(NotYourTurn):
        apply(state, Place(1, 0))
    assert tuple(state) == before


def test_a_state_cannot_be_changed():
    with pytest.raises(AttributeError):
        setup(duel(), SEED, 0).turn = 1


def test_who_is_over_has_no_legal_field():
    assert legal_cells(void(setup(duel(), SEED, 0))) == ()


def test_a_game_without_trouble_ends_on_the_board():
    generator = Random(5)
    (*_, (state, _, event)) = play_on(setup(duel(), SEED), generator, trouble=0)
    assert event.ends == state.outcome.reason == "no_field"


@pytest.mark.parametrize(
    ("scores", "left", "expected"),
    [
        ((10, 20), (None, None), (2, 1)),
        ((10, 10), (None, None), (1, 1)),
        ((5, 9, 9), (None, None, None), (3, 1, 1)),
        ((9, 9, 9, 1), (None, "resign", None, None), (1, 4, 1, 3)),
        ((9, 9, 0, 1), ("timeout", "resign", None, None), (3, 3, 2, 1)),
        ((0,), ("resign",), (1,)),
    ],
)
def test_places_count_as_in_sport_and_leavers_share_the_place_after_the_others(
    scores, left, expected
):
    assert places(scores, left) == expected


@pytest.mark.parametrize(
    ("score", "laps_and_step"),
    [(0, (0, 0)), (39, (0, 39)), (40, (1, 0)), (265, (6, 25))],
)
def test_the_track_has_40_steps_a_lap(score, laps_and_step):
    assert track(score) == laps_and_step


def test_a_leaving_that_does_not_exist_is_unreadable():
    with pytest.raises(Unreadable):
        Leave(0, "resigned")


@pytest.mark.parametrize("first", [-1, 2])
def test_nobody_begins_from_a_seat_that_does_not_exist(first):
    with pytest.raises(NoSuchSeat):
        setup(duel(), SEED, first)


def test_the_lot_decides_only_where_the_host_does_not():
    with pytest.raises(BadRules):
        setup(duel(first="host"), SEED)
    assert setup(table(3, first="oldest"), SEED).turn == first_by_lot(SEED, 3)


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_sees_nothing(seat):
    with pytest.raises(NoSuchSeat):
        view(setup(duel(), SEED, 0), seat)
