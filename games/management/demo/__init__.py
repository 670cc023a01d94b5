"""People, games and offers to look at, made through the services in the past."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.models import Notice, User
from games.management.demo.people import gather, turned
from games.management.demo.playing import join, offer, tell
from games.management.demo.stories import BETWEEN_MOVES, FINISHED, OFFERS, RUNNING
from games.models import Game
from games.services import rematches

BETWEEN_STORIES = timedelta(minutes=20)
JUST_NOW = timedelta(hours=1)


def make(*, now: datetime) -> list[User]:
    """Make what is not there yet; give the people, the moderator last."""
    people, dora = gather()
    for number, (name, story) in enumerate(FINISHED.items()):
        began_at = now - story.ago - number * BETWEEN_STORIES
        if game := tell(name, story, turned(people, number), dora, began_at):
            _hold_back_mails(game)
    for number, (name, story) in enumerate(RUNNING.items()):
        began_at = now - JUST_NOW - (story.moves or 0) * BETWEEN_MOVES
        tell(name, story, turned(people, number), dora, began_at)
    for number, (name, (rules, entry)) in enumerate(OFFERS.items()):
        host, guest, *_ = turned(people, number)
        if game := offer(name, rules, entry, host, [guest], now - JUST_NOW):
            join(game, host, now - JUST_NOW)
    _offer_again(people, now - JUST_NOW)
    return [*people, dora]


def _hold_back_mails(game: Game) -> None:
    """Nobody wants mail about a game that was over before it was made."""
    left = Notice.objects.waiting().filter(payload__game=game.pk, leased_until=None)
    left.update(status=Notice.Status.SUPPRESSED, reason="demo")


def _offer_again(people: Sequence[User], now: datetime) -> None:
    """One of the players of the first duel would like to play again."""
    old = Game.objects.get(creator=people[0], create_key="demo:duel")
    again = rematches.offer(game=old.public_id, person=people[1], now=now)
    if again.status == Game.Status.OPEN:
        join(again, people[1], now)
