from random import Random

from games.engine.moves import Move
from games.engine.view import View

from .choosing import place_or_claim


def random(view: View, generator: Random) -> Move:
    """Any field that fits."""
    return place_or_claim(view, generator.choice)
