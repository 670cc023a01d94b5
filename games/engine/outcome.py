"""How a game ended: the reason, the scores, the places; and the scoring track."""

from collections.abc import Sequence
from typing import NamedTuple


class Outcome(NamedTuple):
    """`places` is None where the game was voided: it counts for nothing."""

    reason: str
    scores: tuple[int, ...]
    places: tuple[int, ...] | None
    # The tile that fitted nowhere, where that ended the game.
    shown: int | None = None


def places(scores: Sequence[int], left: Sequence[str | None]) -> tuple[int, ...]:
    """Places as in sport (1, 1, 3); who left ranks below everybody who did not."""
    ranks = [-1 if how else score for score, how in zip(scores, left, strict=True)]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


def track(score: int) -> tuple[int, int]:
    """Laps and step of a stone on the boxed game's track of 40 steps."""
    return divmod(score, 40)
