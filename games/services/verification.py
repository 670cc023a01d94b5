"""Whether a game's rows are what its log says, and the log what was played."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from cryptography.fernet import InvalidToken
from django.db.models import prefetch_related_objects

from games import secrets
from games.engine.moves import Void, read_move
from games.engine.refusals import Refusal, Unreadable
from games.engine.state import apply
from games.fold import BrokenLog, Folded, begin_fold, check_chain, fold, step
from games.models import Event, Game, Seat
from games.models.event import MOVES
from games.services.freezing import freeze, thaw
from games.services.projection import game_fields, seat_fields
from games.services.transaction import locked, whole


class Difference(NamedTuple):
    """Where a game is not what it should be; seq 0 is before the first event."""

    game: str
    seq: int
    what: str
    # Seeds that nobody can open, or rows that only have to be written anew, are
    # the operator's to mend; a log that was changed is nobody's.
    is_of_the_log: bool

    def __str__(self) -> str:
        return f"{self.game} seq {self.seq}: {self.what}"


def verify(*, game: str, now: datetime) -> Difference | None:
    """The first thing wrong; a broken log freezes the game, a whole one thaws it."""
    difference = first_difference(game=game)
    if difference is None:
        thaw(game=game, now=now)
    elif difference.is_of_the_log:
        why = BrokenLog(difference.seq, difference.what)
        freeze(game=game, why=why, now=now)
    return difference


def first_difference(*, game: str) -> Difference | None:
    """The first thing wrong with a game, with its row held so that nobody moves."""
    return whole(lambda: next(differences(locked(game)), None))


def differences(game: Game) -> Iterator[Difference]:
    """Everything wrong with a game: first with its log, then with its rows."""
    prefetch_related_objects([game], Seat.with_people())
    events = list(Event.objects.filter(game=game).in_order())
    try:
        for seq, what in _defects_of_log(game, events):
            yield Difference(game.public_id, seq, what, is_of_the_log=True)
    except InvalidToken:
        what = "none of SEED_KEYS opens the seed"
        yield Difference(game.public_id, 0, what, is_of_the_log=False)
        return
    for what in _defects_of_rows(game, events):
        yield Difference(game.public_id, len(events), what, is_of_the_log=False)


def _defects_of_log(game: Game, events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    if not secrets.check_commitment(game):
        yield 0, "the seed is not the one that was committed to"
    try:
        check_chain(game, events)
    except BrokenLog as broken:
        yield broken.seq, broken.what
        return
    if events:
        yield from _defects_of_play(game, events)


def _defects_of_play(game: Game, events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    start, *others = events
    yield from ((1, what) for what in _defects_of_start(game, start))
    folded = begin_fold(game, start, secrets.bag_of(game))
    for event in others:
        try:
            what = _defect_of_event(folded, event)
            folded = step(folded, event)
        except (Refusal, Unreadable, KeyError) as error:
            yield event.seq, f"the rules refuse it: {error!r}"
            return
        if what:
            yield event.seq, what


def _defects_of_start(game: Game, start: Event) -> Iterator[str]:
    layout = secrets.layout_of(game)
    by_lot = game.rule_set.first == "lot"
    true = {
        "rules": game.rules,
        "first": layout.first_by_lot if by_lot else game.first,
        "seats": [
            {"nonce": seat.nonce, "by": seat.nonce_by} for seat in game.seats.all()
        ],
        "commitment": game.commitment,
        "start": layout.start,
    }
    for name, value in true.items():
        if start.payload.get(name) != value:
            yield f"{name} is not what was agreed on"


def _defect_of_event(before: Folded, event: Event) -> str:
    """What the rules say otherwise about an event of the log."""
    if event.kind == "void":
        _, happened = apply(before.state, Void())
    elif event.kind in MOVES and event.seat is not None:
        move = read_move(event.kind, event.seat, event.payload)
        _, happened = apply(before.state, move)
        true = happened.payload()
        if happened.shown is not None:
            true["shown"] = happened.shown
        if event.payload != true:
            return f"it says {event.payload}, the rules {true}"
    else:
        return ""
    return "" if event.ends == happened.ends else f"it ends with {event.ends}"


def _defects_of_rows(game: Game, events: Sequence[Event]) -> Iterator[str]:
    if not events:
        if game.status in (Game.Status.RUNNING, Game.Status.OVER):
            yield f"the row says {game.status}, but there is no log"
        return
    folded = fold(game, events, secrets.bag_of(game))
    for name, value in game_fields(folded).items():
        if getattr(game, name) != value:
            yield f"the row's {name} is not the log's"
    for seat in game.seats.all():
        for name, value in seat_fields(folded, seat.number).items():
            if getattr(seat, name) != value:
                yield f"the {name} of seat {seat.number} is not the log's"
