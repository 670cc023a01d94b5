"""The words of each kind of notice, found when the mail leaves.

By then the notice may be untrue: then it is not sent. Everything here comes from
rows that everybody at the table may read: no mail ever sees a bag or a hand.
"""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.timesince import timeuntil

from accounts.mails import Message, Suppressed, compose
from accounts.models import Notice
from games.display import events, words
from games.models import Event, Game, Seat
from games.queries.deadlines import deadline_of
from games.queries.visible import seats_of


def turn(notice: Notice, now: datetime) -> Message | Suppressed:
    game = _game(notice)
    if not game.is_running or game.turn_seq != notice.payload["turn_seq"]:
        return Suppressed("played")
    if game.frozen_at:
        return Suppressed("frozen")
    until = deadline_of(game=game, now=now)
    return compose(
        name="turn",
        context={
            **_table(game, notice),
            "has_just_begun": game.turn_seq == 1,
            "moves": _moves_since_own(game, _seat(game, notice)),
            "until": until,
            "left": timeuntil(until + words.ROUNDING, now) if until else "",
        },
    )


def begun(notice: Notice, now: datetime) -> Message | Suppressed:
    game = _game(notice)
    seat = _seat(game, notice)
    # Whose turn has come since hears that instead.
    if not game.is_running or game.turn == seat or _has_moved(game, seat):
        return Suppressed("under way")
    context = _table(game, notice)
    return compose(
        name="begun",
        context={
            **context,
            "first": context["names"][game.first],
            "terms": _terms(game),
        },
    )


def over(notice: Notice, now: datetime) -> Message | Suppressed:
    game = _game(notice)
    event = _event(game, notice)
    seat = _seat(game, notice)
    context = _table(game, notice)
    news = []
    if event.kind != "start":
        news.append(events.told(event, context["names"], reader=seat))
    if game.reason not in words.TOLD:
        news.append(words.ending(game.reason, game.shown))
    return compose(
        name="over",
        context={
            **context,
            "result": words.winner(seats_of(game), seat),
            "news": news,
            "ruling": _ruling(game, event=event),
        },
    )


def out(notice: Notice, now: datetime) -> Message | Suppressed:
    game = _game(notice)
    event = _event(game, notice)
    context = _table(game, notice)
    return compose(
        name="out",
        context={
            **context,
            "told": events.told(event, context["names"], reader=event.seat),
            "ruling": _ruling(game, event=event),
        },
    )


def frozen(notice: Notice, now: datetime) -> Message | Suppressed:
    game = _game(notice)
    if game.frozen_at is None:
        return Suppressed("goes on")
    return compose(name="frozen", context=_table(game, notice))


def invited(notice: Notice, now: datetime) -> Message | Suppressed:
    game = _game(notice)
    if game.status != Game.Status.OPEN:
        return Suppressed("no longer open")
    if any(seat.person == notice.person and seat.nonce for seat in game.seats.all()):
        return Suppressed("joined")
    return compose(
        name="invited",
        context={
            "link": _link(game),
            "host": game.creator.name,
            "is_rematch": game.rematch_of_id is not None,
            "terms": _terms(game),
        },
    )


def withdrawn(notice: Notice, now: datetime) -> Message | Suppressed:
    game = _game(notice)
    return compose(
        name="withdrawn",
        context={
            "link": _link(game),
            "host": game.creator.name,
            "ruling": _ruling(game, event=None),
        },
    )


def _game(notice: Notice) -> Game:
    games = Game.objects.prefetch_related(Seat.with_people())
    return games.get(pk=notice.payload["game"])


def _event(game: Game, notice: Notice) -> Event:
    return game.events.get(seq=notice.payload["seq"])


def _seat(game: Game, notice: Notice) -> int:
    mine = (seat for seat in game.seats.all() if seat.person == notice.person)
    return next(mine).number


def _names(game: Game) -> events.Names:
    return {seat.number: words.name(seat.player) for seat in game.seats.all()}


def _link(game: Game) -> str:
    return f"{settings.SITE_URL}{reverse('table', args=[game.public_id])}"


def _table(game: Game, notice: Notice) -> dict[str, Any]:
    """What every mail about a game that has begun says."""
    seats = list(game.seats.all())
    names = _names(game)
    others = [names[seat.number] for seat in seats if seat.person != notice.person]
    # Places first: the winner stands on top; before the end, in order of seats.
    standing = sorted(seats, key=lambda seat: (seat.place or 0, seat.number))
    return {
        "link": _link(game),
        "seq": game.seq,
        "head": game.head,
        "names": names,
        "others": words.listed(others),
        "scores": [(names[seat.number], seat.score, seat.place) for seat in standing],
    }


def _terms(game: Game) -> list[str]:
    return [words.rules(game.rule_set), words.pace(game.days_a_move)]


def _moves_since_own(game: Game, seat: int) -> list[str]:
    """What the others did since this player's last turn, the oldest first."""
    names = _names(game)
    sentences: list[str] = []
    for event in game.events.moves().in_order():
        if event.seat == seat:
            sentences.clear()
        else:
            sentences.append(events.told(event, names))
    return sentences


def _has_moved(game: Game, seat: int) -> bool:
    return game.events.moves().filter(seat=seat).exists()


def _ruling(game: Game, *, event: Event | None) -> str:
    """The moderator's words, where there are any, or still are."""
    ruling = game.rulings.filter(event=event).first()
    return ruling.words if ruling else ""
