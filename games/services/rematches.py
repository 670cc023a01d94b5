"""The same people once more, and the next one begins."""

from dataclasses import replace
from datetime import datetime

from accounts.models import User
from games.engine.refusals import Refusal
from games.fold import pace_of
from games.models import Game
from games.models.game import new_public_id
from games.secrets import new_server_seed
from games.services import offers
from games.services.transaction import locked, whole


class NotOver(Refusal):
    """Only a game that is over can be played again, and only by all who played it."""


def offer(*, game: str, person: User, now: datetime) -> Game:
    """Offer the same game to the same people; asked twice, there is one offer."""
    return whole(lambda: _offer(locked(game), person, now))


def _offer(old: Game, person: User, now: datetime) -> Game:
    seats = list(old.seats.select_related("person").order_by("number"))
    people = {
        seat.number: seat.person
        for seat in seats
        if seat.person and seat.person.is_active
    }
    if person not in people.values():
        raise offers.NotInvited
    if old.status != Game.Status.OVER or len(people) < len(seats):
        raise NotOver
    earlier = old.rematches.all()
    for again in earlier:
        if again.status != Game.Status.CANCELLED:
            return again
    return offers.make(
        person,
        _terms(old),
        f"rematch:{old.public_id}:{len(earlier)}",
        now,
        new_public_id(),
        new_server_seed(),
        seats=people,
        invited=[other for other in people.values() if other != person],
        rematch_of=old,
    )


def _terms(old: Game) -> offers.Terms:
    assert old.first is not None  # noqa: S101 - a game that is over has begun
    rules = replace(old.rule_set, first="host")
    return offers.Terms(
        rules=rules,
        pace=pace_of(old),
        entry=Game.Entry.INVITED,
        host_first=(old.first + 1) % rules.players,
        aids=old.aids,
        spectators=old.spectators,
    )
