from random import Random

from games.engine.moves import Move
from games.engine.view import View

from .choosing import Choice, place_or_claim


def greedy(view: View, generator: Random) -> Move:
    """Most points now; among equals one at random."""

    def choose(choices: list[Choice]) -> Choice:
        most = max(points for _, points in choices)
        return generator.choice([choice for choice in choices if choice[1] == most])

    return place_or_claim(view, choose)
