"""The other world is a fair one, and nobody can look past it."""

import sys
from collections import Counter

import pytest
from django.urls import get_resolver

from games import secrets
from games.models import GameSecret
from tests.games.cast import folded
from tests.leaks.scene import KINDS
from tests.leaks.worlds import swapped


@pytest.mark.parametrize("keeps", [None, 0, 1])
@pytest.mark.parametrize("kind", KINDS)
def test_only_what_is_hidden_differs(scene_of, kind, keeps):
    game = scene_of(kind).game
    here, bag = folded(game).state, secrets.bag_of(game)

    with swapped(game, keeps=keeps):
        there, other = folded(game).state, secrets.bag_of(game)

    assert Counter(bag) == Counter(other)
    assert (here.board, here.scores, here.aside, here.turn) == (
        there.board,
        there.scores,
        there.aside,
        there.turn,
    )
    changed = [one != two for one, two in zip(here.hands, there.hands, strict=True)]
    holding = [
        tile is not None and seat != keeps for seat, tile in enumerate(here.hands)
    ]
    assert changed == holding
    assert secrets.bag_of(game) == bag


def rooms_that_know(thing: object) -> set[str]:
    """The site's own modules that have this under whatever name."""
    assert get_resolver().url_patterns
    return {
        name
        for name, module in list(sys.modules.items())
        if name.startswith(("games.", "accounts.", "config."))
        and any(known is thing for known in vars(module).values())
    }


def test_everybody_asks_the_one_module_for_the_bag():
    """A name of its own in another module would escape the swap."""
    assert rooms_that_know(secrets.bag_of) == {"games.secrets"}


def test_sealed_seeds_are_opened_in_one_module():
    assert rooms_that_know(secrets._open) == {"games.secrets"}
    assert rooms_that_know(GameSecret) == {
        "games.models",
        "games.models.secret",
        "games.secrets",
    }
