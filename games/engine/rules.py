"""The two printed games as data: a rule set is one frozen, checked value."""

from dataclasses import dataclass
from typing import Final

VERSION: Final = 1

# What each printed game allows; the engine asks the value, never the name.
PRINTED: Final[dict[str, dict[str, tuple[object, ...]]]] = {
    "duel": {
        "players": (2,),
        "scoring": ("neighbours",),
        "end": ("referee",),
        "start": ("any",),
        "draw": ("turn",),
        "first": ("lot", "host"),
    },
    "table": {
        "players": (1, 2, 3, 4),
        "scoring": ("neighbours", "simple"),
        "end": ("claim", "referee"),
        "start": ("gold",),
        "draw": ("ahead",),
        "first": ("lot", "host", "oldest"),
    },
}


class BadRules(ValueError):
    """A combination that neither printed game has; the message says which."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The fields stand in the order in which a record writes them."""

    name: str
    version: int
    players: int
    scoring: str
    end: str
    start: str
    draw: str
    first: str

    def __post_init__(self) -> None:
        if self.version != VERSION:
            raise BadRules(f"version {self.version} of the rules is not known here")
        if self.name not in PRINTED:
            raise BadRules(f"there is no rule set {self.name!r}")
        for option, allowed in PRINTED[self.name].items():
            value = getattr(self, option)
            if value not in allowed:
                choices = " or ".join(str(choice) for choice in allowed)
                raise BadRules(f"in {self.name}, {option} is {choices}, not {value!r}")


def duel(*, first: str = "lot") -> Rules:
    """The portal's game for two."""
    return Rules("duel", VERSION, 2, "neighbours", "referee", "any", "turn", first)


def table(
    players: int, *, scoring: str = "neighbours", end: str = "claim", first: str = "lot"
) -> Rules:
    """The boxed game for one to four."""
    return Rules("table", VERSION, players, scoring, end, "gold", "ahead", first)
