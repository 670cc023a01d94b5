"""The projection written anew from the log, where the log itself is honest."""

from cryptography.fernet import InvalidToken

from games import secrets
from games.fold import fold
from games.models import Event, Game
from games.services.projection import project
from games.services.transaction import locked, whole
from games.services.verification import Difference, differences


def rebuild(*, game: str) -> Difference | None:
    """Write a game's rows from its log; say what is wrong with a log that is not used.

    A broken log would only be spread over the rows: then nothing is changed. The row's
    seq and head are no projection here but witnesses: they tell that an end is missing.
    """
    return whole(lambda: _rebuild(locked(game)))


def _rebuild(game: Game) -> Difference | None:
    difference = next(differences(game), None)
    events = list(Event.objects.filter(game=game).in_order())
    if not events or (difference and difference.is_of_the_log):
        return difference
    try:
        bag = secrets.bag_of(game)
    except InvalidToken:
        return difference
    game.first, game.started_at = events[0].payload["first"], events[0].at
    project(game, fold(game, events, bag))
    return None
