"""Bots, found by name: each a function of what its seat may see."""

from collections.abc import Callable
from random import Random
from typing import Final

from games.engine.moves import Move
from games.engine.view import View

from .greedy import greedy
from .random import random

Bot = Callable[[View, Random], Move]

BOTS: Final[dict[str, Bot]] = {"greedy": greedy, "random": random}
