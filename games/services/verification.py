"""Whether a game's rows are what its log says, and the log what was played."""

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from cryptography.fernet import InvalidToken
from django.db.models import prefetch_related_objects

from games import secrets
from games.engine.chain import first_break
from games.engine.moves import Void, read_move
from games.engine.refusals import Refusal, Unreadable
from games.engine.state import apply
from games.fold import Folded, begin_fold, step
from games.models import Event, Game, Seat
from games.models.event import MOVES
from games.services.projection import game_fields, seat_fields
from games.services.transaction import locked, whole

BEGUN = (Game.Status.RUNNING, Game.Status.OVER)

T = TypeVar("T")
# Sequence numbers with what is wrong there, and what is known at the end.
Defects: TypeAlias = Generator[tuple[int, str], None, T]


class Difference(NamedTuple):
    """Where a game is not what it should be; seq 0 is before the first event."""

    game: str
    seq: int
    what: str

    def __str__(self) -> str:
        return f"{self.game} seq {self.seq}: {self.what}"


def first_difference(*, game: str) -> Difference | None:
    """The first thing wrong with a game, with its row held so that nobody moves."""
    return whole(lambda: next(_differences(locked(game)), None))


def _differences(game: Game) -> Iterator[Difference]:
    for seq, what in _defects(game, with_log(game)):
        yield Difference(game.public_id, seq, what)


def with_log(game: Game) -> list[Event]:
    """The game's log, with what is needed to judge it at hand."""
    prefetch_related_objects([game], Seat.with_people())
    return list(Event.objects.filter(game=game).in_order())


def _defects(game: Game, events: Sequence[Event]) -> Defects[None]:
    folded = yield from defects_of_log(game, events)
    if folded is None:
        return
    if game.status not in BEGUN:
        yield 1, f"there is a log, but the row says {game.status}"
    yield from ((folded.seq, what) for what in _defects_of_rows(game, folded))


def defects_of_log(game: Game, events: Sequence[Event]) -> Defects[Folded | None]:
    """What is wrong before any projection; return where an honest log leads to.

    None is for a game without a log, which only an offer may be.
    """
    try:
        if not secrets.check_commitment(game):
            yield 0, "the seed is not the one that was committed to"
    except InvalidToken:
        yield 0, "none of SEED_KEYS opens the seed"
        return None
    broken = first_break(
        game.commitment, [(event.link(), event.hash) for event in events]
    )
    if broken is not None:
        yield broken, "the hash chain is broken"
        return None
    if not events:
        if game.status in BEGUN:
            yield 0, "the game has begun, but there is no log"
        return None
    return (yield from _defects_of_play(game, events))


def _defects_of_play(game: Game, events: Sequence[Event]) -> Defects[Folded | None]:
    start, *others = events
    yield from ((1, what) for what in _defects_of_start(game, start))
    folded = begin_fold(game, start, secrets.bag_of(game))
    for event in others:
        try:
            what = _defect_of_event(folded, event)
            folded = step(folded, event)
        except (Refusal, Unreadable, KeyError) as error:
            yield event.seq, f"the rules refuse it: {error!r}"
            return None
        if what:
            yield event.seq, what
    return folded


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


def _defects_of_rows(game: Game, folded: Folded) -> Iterator[str]:
    for name, value in game_fields(folded).items():
        if getattr(game, name) != value:
            yield f"the row's {name} is not the log's"
    for seat in game.seats.all():
        for name, value in seat_fields(folded, seat.number).items():
            if getattr(seat, name) != value:
                yield f"the {name} of seat {seat.number} is not the log's"
