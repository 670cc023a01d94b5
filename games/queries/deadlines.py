"""When the time of the player to move is over: computed, never the stored hint."""

from collections.abc import Iterable
from datetime import datetime

from games.clocks import Pause, deadline
from games.models import Game, Outage


def deadline_of(
    *, game: Game, now: datetime, pauses: Iterable[Pause] | None = None
) -> datetime | None:
    """None where nobody is to move; `pauses` where the caller has read them already."""
    if game.turn is None or game.turn_began_at is None:
        return None
    if pauses is None:
        pauses = Outage.objects.since(game.turn_began_at).pauses()
    clock = next(seat.clock for seat in game.seats.all() if seat.number == game.turn)
    # Whole seconds, as events have them, or the deadline would tremble.
    return deadline(clock or 0, game.turn_began_at, now.replace(microsecond=0), pauses)
