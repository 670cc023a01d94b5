"""The one narrow door: every event of a game goes through here."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import prefetch_related_objects

from games import notify, secrets
from games.clocks import after_turn, running_seconds
from games.engine.chain import link_hash
from games.engine.moves import Void, read_move
from games.engine.refusals import HasLeft, Refusal
from games.engine.state import apply, check_running, check_seat
from games.fold import BrokenLog, Folded, begin_fold, fold_unbroken, pace_of, step
from games.models import Event, Game, Outage, Seat
from games.models.event import MOVES
from games.services.freezing import Frozen, freeze
from games.services.projection import project
from games.services.transaction import locked, whole


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What somebody wants to happen in a game; `key` makes a repeat harmless."""

    kind: str
    key: str
    seat: int | None = None
    payload: dict[str, Any] = field(default_factory=dict)
    # The position that the asker saw, where that matters.
    turn_no: int | None = None


class NotBegun(Refusal):
    """An offer has no log yet, and a cancelled one never gets one."""


class Stale(Refusal):
    """Something happened since the page was made."""


class KeyReused(Refusal):
    """The key belongs to something else that was asked for."""


Guard = Callable[[Folded], None]
Sequel = Callable[[Event, Folded], Asked | None]


def record(
    *,
    game: str,
    asked: Asked,
    now: datetime,
    guard: Guard = lambda folded: None,
    sequel: Sequel = lambda event, after: None,
) -> Event:
    """Append what was asked for, or raise a Refusal: then nothing has changed.

    `guard` refuses by what only the log can tell; `sequel` adds to the event, in the
    same transaction, rows of its own or one more event.
    """
    try:
        return whole(lambda: _record(game, asked, now, guard, sequel))
    except BrokenLog as broken:
        freeze(game=game, why=broken, now=now)
        raise Frozen from broken


def _record(
    public_id: str, asked: Asked, now: datetime, guard: Guard, sequel: Sequel
) -> Event:
    game = locked(public_id)
    events = list(Event.objects.filter(game=game).in_order())
    for earlier in events:
        if earlier.key == asked.key:
            return _same(earlier, asked)
    if game.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        raise NotBegun
    if game.frozen_at:
        raise Frozen
    prefetch_related_objects([game], Seat.with_people())
    folded = fold_unbroken(game, events, secrets.bag_of(game))
    check_running(folded.state)
    guard(folded)
    event, after = _append(game, folded, asked, now)
    further = sequel(event, after)
    if further is not None:
        _append(game, after, further, now)
    return event


def _same(earlier: Event, asked: Asked) -> Event:
    """The first event again, for who asks again; another body is refused."""
    said = {name: earlier.payload.get(name) for name in asked.payload}
    if (earlier.kind, earlier.seat, said) != (asked.kind, asked.seat, asked.payload):
        raise KeyReused
    return earlier


def _append(
    game: Game, folded: Folded, asked: Asked, now: datetime
) -> tuple[Event, Folded]:
    event = _happen(game, folded, asked, now)
    event.hash = link_hash(folded.head, event.link())
    event.save(force_insert=True)
    after = step(folded, event)
    project(game, after)
    notify.after_event(game=game, event=event, before=folded, after=after)
    return event, after


def _happen(game: Game, folded: Folded, asked: Asked, now: datetime) -> Event:
    """The event that this would be; the refusals stand in their order."""
    # A log never goes backwards, whatever a machine's clock does.
    at = max(now.replace(microsecond=0), folded.at)
    event = Event(
        game=game,
        seq=folded.seq + 1,
        kind=asked.kind,
        seat=asked.seat,
        payload=asked.payload,
        at=at,
        key=asked.key,
    )
    if asked.kind in MOVES and asked.seat is not None:
        _happen_as_move(game, folded, asked, event)
        return event
    if asked.seat is not None and folded.state.left[asked.seat]:
        raise HasLeft(asked.seat)
    if asked.kind == "void":
        _, happened = apply(folded.state, Void())
        event.ends = happened.ends
    return event


def _happen_as_move(game: Game, folded: Folded, asked: Asked, event: Event) -> None:
    assert asked.seat is not None  # noqa: S101 - the caller has looked
    check_seat(folded.state, asked.seat, asked.kind)
    if asked.turn_no not in (None, folded.state.turn_no):
        raise Stale
    move = read_move(asked.kind, asked.seat, asked.payload)
    _, happened = apply(folded.state, move)
    event.payload = happened.payload()
    event.ends = happened.ends
    if happened.tile is not None:
        pauses = Outage.objects.of(game).since(folded.turn_began_at).pauses()
        used = running_seconds(folded.turn_began_at, event.at, pauses)
        event.clock = after_turn(pace_of(game), folded.turn_clock, used)


def record_start(*, game: Game, payload: dict[str, Any], now: datetime) -> None:
    """Write the first event, inside the transaction that filled the last seat."""
    event = Event(
        game=game,
        seq=1,
        kind="start",
        payload=payload,
        at=now.replace(microsecond=0),
        key="start",
    )
    prefetch_related_objects([game], Seat.with_people())
    folded = begin_fold(game, event, secrets.bag_of(game))
    event.ends = folded.state.outcome.reason if folded.state.outcome else None
    event.hash = link_hash(game.commitment, event.link())
    event.save(force_insert=True)
    folded = folded._replace(head=event.hash)
    project(game, folded)
    notify.after_start(game=game, event=event, after=folded)
