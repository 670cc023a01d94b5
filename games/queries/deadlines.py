"""When the time of the player to move is over: computed, never the stored hint."""

from collections.abc import Iterable
from datetime import datetime

from games.clocks import deadline
from games.models import Game, Outage


def deadline_of(
    *, game: Game, now: datetime, outages: Iterable[Outage] | None = None
) -> datetime | None:
    """None where nobody is to move; `outages` where the caller has read them already.

    Among them may be those of other games.
    """
    if game.turn is None or game.turn_began_at is None:
        return None
    if outages is None:
        outages = Outage.objects.of(game).since(game.turn_began_at)
    pauses = [each.pause for each in outages if each.game_id in (None, game.pk)]
    if game.frozen_at:
        pauses.append((game.frozen_at, now))
    clock = next(seat.clock for seat in game.seats.all() if seat.number == game.turn)
    # Whole seconds, as events have them, or the deadline would tremble.
    return deadline(clock or 0, game.turn_began_at, now.replace(microsecond=0), pauses)
