"""Who runs out of time: found by the stored hint, judged by the log."""

import logging
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from config.probe import site_answers
from games.clocks import deadline
from games.engine.refusals import Refusal
from games.fold import Folded
from games.models import Event, Game, Outage
from games.services.pulse import beat, database_clock
from games.services.record import Asked, Stale, record

logger = logging.getLogger(__name__)

# Who is late by less has not lost yet.
GRACE = timedelta(seconds=60)
CLOCKS_MAY_DIFFER_BY = timedelta(seconds=2)
# A game that cannot be judged is tried again, but does not hold up the others.
LOOK_AGAIN_AFTER = timedelta(minutes=10)
GAMES_AT_ONCE = 100


class NotLate(Refusal):
    """The player to move still has time, by the log."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


def sweep(
    *,
    now: datetime,
    is_reachable: Callable[[], bool] = site_answers,
    other_clock: Callable[[], datetime] = database_clock,
) -> Counter[str]:
    """Let run out of time who is late; count what came of the games looked at."""
    if abs(other_clock() - now) > CLOCKS_MAY_DIFFER_BY:
        logger.error("Nobody runs out of time: machine and database clocks differ")
        return Counter()
    # No pulse while players cannot reach the site: that is an outage, too.
    if not is_reachable():
        logger.warning("Nobody runs out of time: the site does not answer")
        return Counter()
    beat(now=now)
    looked_at: Counter[str] = Counter()
    while late := _maybe_late(now):
        looked_at.update(_judge(game, now) for game in late)
    return looked_at


def _maybe_late(now: datetime) -> list[Game]:
    late = Game.objects.maybe_late(now - GRACE).order_by("deadline_hint", "pk")
    return list(late[:GAMES_AT_ONCE])


def _judge(game: Game, now: datetime) -> str:
    look_again = now + LOOK_AGAIN_AFTER
    try:
        result = run_out(game=game, now=now).kind
    except NotLate as early:
        result, look_again = "early", early.until
    except Refusal:
        # Somebody was first.
        result = "refused"
    except Exception:
        logger.exception("Game %s cannot be judged", game.public_id)
        result = "failed"
    # Whatever came of it, a game is not looked at twice; a new turn has a new hint.
    same_turn = Game.objects.running().filter(pk=game.pk, turn_seq=game.turn_seq)
    same_turn.update(deadline_hint=look_again)
    return result


def run_out(*, game: Game, now: datetime) -> Event:
    """Time out the player to move, or call off a game that somebody never began.

    The game's row says only what to ask for; whether it is so, the log decides.
    """

    def still_late(folded: Folded) -> None:
        if folded.state.turn_no != game.turn_no:
            raise Stale
        pauses = Outage.objects.of(game).since(folded.turn_began_at).pauses()
        until = deadline(folded.turn_clock, folded.turn_began_at, now, pauses)
        if now < until + GRACE:
            raise NotLate(until)

    return record(game=game.public_id, asked=_asked(game), now=now, guard=still_late)


def _asked(game: Game) -> Asked:
    if game.events.moves().filter(seat=game.turn).exists():
        return Asked(
            kind="timeout",
            seat=game.turn,
            key=f"timeout:{game.turn_no}",
            turn_no=game.turn_no,
        )
    return Asked(
        kind="void",
        key=f"void:{game.turn_no}",
        payload={"by": "site", "reason": "no_first_move"},
    )
