"""What every bot shares: it never burns a tile, and claims only what is true."""

from collections.abc import Callable

from games.engine.moves import Claim, Move, Place
from games.engine.view import View

# A field that takes the tile, and the points it would bring.
Choice = tuple[int, int]


def place_or_claim(view: View, choose: Callable[[list[Choice]], Choice]) -> Move:
    """Place the tile on the chosen one of the fields that fit; claim if none does."""
    if view.seat is None or view.hand is None:
        raise ValueError("a bot needs a seat and a tile to play")
    choices = view.board.choices(view.hand, view.rules.scoring)
    if not choices:
        return Claim(view.seat)
    cell, _ = choose(choices)
    return Place(view.seat, cell)
