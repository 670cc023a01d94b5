"""Figures as they are read: medians as ratios, with how far the rounds lay apart."""

import statistics
from collections.abc import Sequence
from typing import NamedTuple


class Ratio(NamedTuple):
    middle: float
    least: float
    most: float

    @classmethod
    def of(cls, these: Sequence[float], those: Sequence[float]) -> "Ratio":
        """Round by round: what ran next to each other is compared."""
        rounds = [this / that for this, that in zip(these, those, strict=True)]
        return cls(statistics.median(rounds), min(rounds), max(rounds))

    def __str__(self) -> str:
        return f"{self.middle:.2f} ({self.least:.2f} to {self.most:.2f})"


def tell(
    what: str, rate: str, ratio: object = "", to: str = "", goal: str = ""
) -> None:
    print(f"{what:<34} {rate:>12}  {ratio!s:<20} {to:<22} {goal}", flush=True)


def per_second(rates: Sequence[float]) -> str:
    return f"{statistics.median(rates):,.0f}/s"


def milliseconds(waits: Sequence[float]) -> str:
    return f"{statistics.median(waits) * 1e3:,.1f} ms"
