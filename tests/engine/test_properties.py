"""What holds in every game, whatever the players do."""

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.engine.grid import BOXES, CELLS, COLUMNS, ROWS
from games.engine.record import read, write
from games.engine.state import legal_cells, replay
from games.engine.verify import verify
from games.engine.view import view

from .games import EVERY_RULE_SET, played, recorded
from .test_board import naive_points

rule_sets = st.sampled_from(EVERY_RULE_SET)
seeds = st.binary(min_size=32, max_size=32)
names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)


@given(rule_sets, seeds)
def test_the_81_tiles_are_always_somewhere(rules, seed):
    states = played(rules, seed).states
    gone = []
    for before, after in pairwise(states):
        for seat in range(rules.players):
            if after.left[seat] and not before.left[seat]:
                gone += [before.hands[seat]] if before.hands[seat] else []
        tiles = Counter(after.board.text.replace(".", "") + after.bag)
        tiles.update(str(tile) for tile in (*after.hands, *after.aside, *gone) if tile)
        assert tiles == dict.fromkeys("123456789", 9)


@given(rule_sets, seeds)
def test_no_unit_ever_holds_a_digit_twice(rules, seed):
    states = played(rules, seed).states
    for unit in (*ROWS, *COLUMNS, *BOXES):
        digits = [states[-1].board.text[cell] for cell in unit]
        assert max(Counter(d for d in digits if d != ".").values(), default=1) == 1


@given(rule_sets, seeds)
def test_points_equal_a_naive_count(rules, seed):
    kinds = (ROWS, COLUMNS) if rules.scoring == "simple" else (ROWS, COLUMNS, BOXES)
    _, states, _, events = played(rules, seed)
    for before, event in zip(states, events, strict=False):
        if event.do == "place" and not event.aside:
            assert event.points == naive_points(before.board, event.cell, kinds)


@given(rule_sets, seeds)
def test_legal_fields_are_the_free_ones_without_an_equal_neighbour(rules, seed):
    states = played(rules, seed).states
    for state in states[:-1:7]:
        tile = str(state.hands[state.turn])
        units = (*ROWS, *COLUMNS, *BOXES)
        barred = {
            cell
            for unit in units
            for cell in unit
            if any(state.board.text[other] == tile for other in unit)
        }
        free = [cell for cell in CELLS if state.board.text[cell] == "."]
        assert list(legal_cells(state)) == [cell for cell in free if cell not in barred]


@given(rule_sets, seeds)
def test_replaying_the_moves_gives_the_played_state(rules, seed):
    first, states, moves, _ = played(rules, seed)
    given = None if rules.first == "lot" else first
    assert replay(rules, seed, given, moves) == states[-1]


@given(rule_sets, seeds, st.randoms(use_true_random=False))
def test_a_view_does_not_change_with_what_it_may_not_show(rules, seed, random):
    state = random.choice(played(rules, seed).states)
    bag = "".join(random.sample(state.bag, len(state.bag)))
    for viewer in (None, *range(rules.players)):
        hands = tuple(
            hand if seat == viewer or hand is None else random.randint(1, 9)
            for seat, hand in enumerate(state.hands)
        )
        assert view(state._replace(hands=hands, bag=bag), viewer) == view(state, viewer)


@given(rule_sets, seeds)
def test_the_own_view_does_change_with_the_own_tile(rules, seed):
    state = played(rules, seed).states[0]
    other = state.hands[state.turn] % 9 + 1
    hands = (*state.hands[: state.turn], other, *state.hands[state.turn + 1 :])
    changed = view(state._replace(hands=hands), state.turn)
    assert changed != view(state, state.turn)
    assert changed.hand == other


@given(rule_sets, seeds, st.lists(names, unique=True, min_size=4, max_size=4))
def test_every_game_has_a_record_that_reads_back_and_verifies(rules, seed, names):
    record, one = recorded(rules, seed, names=names)
    text = write(record)

    assert read(text) == record
    assert write(read(text)) == text
    assert verify(read(text)) == one.states[-1]
