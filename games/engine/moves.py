"""What a player asks for (a move) and what came of it (an event)."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

from .grid import NAMES, parse_cell
from .refusals import Unreadable

# How a leaving is asked for, and what it is called where it ended the game.
LEAVINGS: Final = {"resign": "resigned", "timeout": "timeout", "removed": "removed"}
OUT_OF_TURN: Final = frozenset({"resign", "removed"})


@dataclass(frozen=True, slots=True)
class Place:
    seat: int
    cell: int
    do: ClassVar[str] = "place"


@dataclass(frozen=True, slots=True)
class Claim:
    """The player says that no free field will take the tile in hand."""

    seat: int
    do: ClassVar[str] = "claim"


@dataclass(frozen=True, slots=True)
class Leave:
    """`do` is resign, timeout or removed."""

    seat: int
    do: str

    def __post_init__(self) -> None:
        if self.do not in LEAVINGS:
            raise Unreadable(f"there is no move {self.do[:40]!a}")


@dataclass(frozen=True, slots=True)
class Void:
    """The game is called off; who may do that, and when, the site decides."""


Move = Place | Claim | Leave | Void

KINDS: Final = frozenset({Place.do, Claim.do, *LEAVINGS})


def read_move(do: str, seat: int, payload: dict[str, Any]) -> Move:
    """The move of a seat that an event of the log, or of a record, came from."""
    if do == Place.do:
        return Place(seat, parse_cell(payload["cell"]))
    if do == Claim.do:
        return Claim(seat)
    return Leave(seat, do)


class Event(NamedTuple):
    """A move as it happened: what it revealed, brought and ended."""

    do: str
    seat: int | None
    tile: int | None = None
    cell: int | None = None
    points: int | None = None
    aside: bool = False
    ends: str | None = None
    # The tile of whoever would have been next, where it fits nowhere.
    shown: int | None = None

    def payload(self) -> dict[str, Any]:
        """What the log keeps of it beside kind and seat."""
        payload: dict[str, Any] = {}
        if self.tile is not None:
            payload["tile"] = self.tile
        if self.cell is not None:
            payload["cell"] = NAMES[self.cell]
        if self.points is not None:
            payload["points"] = self.points
        if self.aside:
            payload["aside"] = True
        if self.shown is not None:
            payload["shown"] = self.shown
        return payload
