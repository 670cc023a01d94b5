from dataclasses import FrozenInstanceError, replace

import pytest

from games.engine.rules import BadRules, Rules, duel, table

from .games import EVERY_RULE_SET


def test_every_combination_of_the_printed_games_can_be_made():
    assert len(set(EVERY_RULE_SET)) == 2 + 4 * 2 * 2 * 3


@pytest.mark.parametrize(
    ("rules", "change"),
    [
        (duel(), {"name": "solo"}),
        (duel(), {"version": 2}),
        (duel(), {"players": 3}),
        (duel(), {"players": 1}),
        (duel(), {"scoring": "simple"}),
        (duel(), {"end": "claim"}),
        (duel(), {"start": "gold"}),
        (duel(), {"draw": "ahead"}),
        (duel(), {"first": "oldest"}),
        (table(2), {"players": 0}),
        (table(2), {"players": 5}),
        (table(2), {"scoring": "double"}),
        (table(2), {"end": "never"}),
        (table(2), {"start": "any"}),
        (table(2), {"draw": "turn"}),
        (table(2), {"first": "youngest"}),
    ],
)
def test_a_combination_that_no_printed_game_has_is_refused_with_a_reason(rules, change):
    ((option, value),) = change.items()

    with pytest.raises(BadRules, match=str(value)) as refused:
        replace(rules, **change)

    assert option in str(refused.value) or option == "name"


def test_a_rule_set_cannot_be_changed_once_it_is_made():
    rules = duel()
    with pytest.raises(FrozenInstanceError):
        rules.players = 3  # type: ignore[misc]


def test_the_boxed_game_ends_by_claim_unless_the_table_chose_the_referee():
    assert table(3) == Rules(
        "table", 1, 3, "neighbours", "claim", "gold", "ahead", "lot"
    )
