"""Another bag under the same game: everything public stays, what is hidden differs."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from games import secrets
from games.engine.moves import read_move
from games.engine.refusals import Refusal
from games.engine.state import State, apply
from games.fold import begin_fold, fold, step
from games.models import Event, Game, GameSecret
from games.models.event import MOVES

DIGITS = "123456789"
ANOTHER_SEED = b"another seed: for another world!"


@contextmanager
def swapped(game: Game, *, keeps: int | None = None) -> Iterator[None]:
    """Within, this game has another bag; the tile of the seat `keeps` stays.

    The sealed seed is another one, too, for whoever looks there.
    """
    other, honest = other_bag(game, keeps=keeps), secrets.bag_of
    sealed = GameSecret.objects.get(game=game).sealed
    rows = GameSecret.objects.filter(game=game)
    rows.update(sealed=secrets._box().encrypt(ANOTHER_SEED).decode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            secrets, "bag_of", lambda asked: other if asked == game else honest(asked)
        )
        yield
    rows.update(sealed=sealed)


def other_bag(game: Game, *, keeps: int | None = None) -> str:
    """The same tiles in another order, under which the same log would stand."""
    log, bag = list(game.events.in_order()), secrets.bag_of(game)
    honest = fold(game, log, bag).state
    own = None if keeps is None else honest.hands[keeps]

    def may_move(place: int) -> bool:
        """Whether some other tile in this place would have made the same log."""
        others = (bag[:place] + digit + bag[place + 1 :] for digit in DIGITS)
        states = [_same_log(game, log, other) for other in others if other != bag]
        return any(
            state and (keeps is None or state.hands[keeps] == own) for state in states
        )

    hidden = [place for place in range(len(bag)) if may_move(place)]
    for shift in range(1, len(hidden)):
        other = _rotated(bag, hidden, shift)
        state = _same_log(game, log, other)
        if state and _differ(honest, state, keeps):
            return other
    raise AssertionError("this log leaves nothing to swap")


def _same_log(game: Game, log: list[Event], bag: str) -> State | None:
    """The position, where this bag leads to the same events and the game runs on."""
    folded = begin_fold(game, log[0], bag)
    try:
        for event in log[1:]:
            if event.kind in MOVES:
                move = read_move(event.kind, event.seat or 0, event.payload)
                if apply(folded.state, move)[1].payload() != event.payload:
                    return None
            folded = step(folded, event)
    except Refusal:
        return None
    return None if folded.state.outcome else folded.state


def _rotated(bag: str, places: list[int], shift: int) -> str:
    tiles = list(bag)
    for place, source in zip(places, places[shift:] + places[:shift], strict=True):
        tiles[place] = bag[source]
    return "".join(tiles)


def _differ(one: State, two: State, keeps: int | None) -> bool:
    """Whether every hidden hand and the next draw are others, but what is kept."""
    hands = enumerate(zip(one.hands, two.hands, strict=True))
    return one.bag[0] != two.bag[0] and all(
        (before == after) == (seat == keeps or before is None)
        for seat, (before, after) in hands
    )
