"""What the log tells everybody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.engine.grid import parse_cell
from games.models import Event
from games.models.event import MOVES


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An event as pages tell it; every tile in it has been revealed."""

    seq: int
    kind: str
    seat: int | None
    player: str | None
    at: datetime
    payload: Mapping[str, Any]

    @property
    def points(self) -> int | None:
        return self.payload.get("points")


def happened(event: Event, players: Mapping[int, str | None]) -> Happened:
    return Happened(
        seq=event.seq,
        kind=event.kind,
        seat=event.seat,
        player=None if event.seat is None else players[event.seat],
        at=event.at,
        payload=event.payload,
    )


def last_cell(log: Sequence[Event]) -> int | None:
    """The field of the newest move, whether its tile lies there or was set aside."""
    moves = [event for event in log if event.kind in MOVES]
    cell = moves[-1].payload.get("cell") if moves else None
    return None if cell is None else parse_cell(cell)
