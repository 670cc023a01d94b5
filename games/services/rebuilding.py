"""The projection written anew from the log, where the log itself is honest."""

from collections.abc import Sequence

from games.fold import Folded
from games.models import Event, Game
from games.services.projection import project
from games.services.transaction import locked, whole
from games.services.verification import Difference, defects_of_log, with_log


def rebuild(*, game: str) -> Difference | None:
    """Write a game's rows from its log; say what is wrong with a log that is not used.

    A broken log would only be spread over the rows: then nothing is changed.
    """
    return whole(lambda: _rebuild(locked(game)))


def _rebuild(game: Game) -> Difference | None:
    events = with_log(game)
    defects = defects_of_log(game, events)
    try:
        seq, what = next(defects)
    except StopIteration as honest:
        if honest.value is None:
            return None
        return _write(game, events, honest.value)
    return Difference(game.public_id, seq, what)


def _write(game: Game, events: Sequence[Event], folded: Folded) -> Difference | None:
    # The row was written with the last event: only it can tell that one is gone.
    if game.seq > folded.seq:
        lost = "the row knows of a later event, so the log may have lost its end"
        return Difference(game.public_id, folded.seq, lost)
    game.first, game.started_at = events[0].payload["first"], events[0].at
    project(game, folded)
    return None
