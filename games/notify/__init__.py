"""What to tell whom: rows for the outbox, written with the event they tell of."""

from datetime import datetime

from accounts import outbox
from accounts.models import User
from games.fold import Folded
from games.models import Event, Game

TURN = "turn"
BEGUN = "begun"
OVER = "over"
OUT = "out"
FROZEN = "frozen"
INVITED = "invited"
WITHDRAWN = "withdrawn"


def after_start(*, game: Game, event: Event, after: Folded) -> None:
    """Whoever begins hears "your turn", the others that the game has begun."""
    if after.state.outcome:
        _tell_all_it_is_over(game, event)
        return
    _tell_whose_turn(game, after)
    for number, person in _people(game).items():
        if number != after.state.turn:
            _tell(BEGUN, game, person, event)


def after_event(*, game: Game, event: Event, before: Folded, after: Folded) -> None:
    if after.state.outcome:
        _tell_all_it_is_over(game, event)
        return
    if after.turn_seq != before.turn_seq:
        _tell_whose_turn(game, after)
    if event.kind in ("removed", "timeout"):
        _tell_who_is_out(game, event)


def turn_again(*, game: Game, why: str, now: datetime) -> None:
    """Tell once more whose turn it is: what was said before may not hold any more."""
    if game.turn is not None:
        key = f"{TURN}:{game.pk}:{game.turn_seq}:{why}:{now.isoformat()}"
        _tell_turn(game, game.turn, game.turn_seq, dedupe_key=key, now=now)


def frozen(*, game: Game, now: datetime) -> None:
    """Tell everybody who plays that the game stands still."""
    for person in _people(game).values():
        outbox.write(
            kind=FROZEN,
            person=person,
            payload={"game": game.pk},
            dedupe_key=f"{FROZEN}:{game.pk}:{person.pk}:{now.isoformat()}",
            now=now,
        )


def invited(*, game: Game, person: User, now: datetime) -> None:
    outbox.write(
        kind=INVITED,
        person=person,
        payload={"game": game.pk},
        dedupe_key=f"{INVITED}:{game.pk}:{person.pk}",
        now=now,
    )


def withdrawn(*, game: Game, by: User, now: datetime) -> None:
    """Tell who sat there already, but for the one whose doing it was."""
    for person in _people(game).values():
        if person == by:
            continue
        outbox.write(
            kind=WITHDRAWN,
            person=person,
            payload={"game": game.pk},
            dedupe_key=f"{WITHDRAWN}:{game.pk}:{person.pk}",
            now=now,
        )


def _people(game: Game) -> dict[int, User]:
    return {seat.number: seat.person for seat in game.seats.all() if seat.person}


def _tell_whose_turn(game: Game, after: Folded) -> None:
    # Who plays alone has just moved, and knows.
    if after.state.rules.players == 1:
        return
    if after.state.turn is not None:
        key = f"{TURN}:{game.pk}:{after.turn_seq}"
        _tell_turn(game, after.state.turn, after.turn_seq, dedupe_key=key, now=after.at)


def _tell_turn(
    game: Game, seat: int, turn_seq: int, *, dedupe_key: str, now: datetime
) -> None:
    person = _people(game).get(seat)
    if person is not None:
        payload = {"game": game.pk, "turn_seq": turn_seq}
        outbox.write(
            kind=TURN, person=person, payload=payload, dedupe_key=dedupe_key, now=now
        )


def _tell_all_it_is_over(game: Game, event: Event) -> None:
    """Tell everybody but the player whose own doing it was."""
    own_doing = event.kind in ("place", "claim", "resign", "void")
    for number, person in _people(game).items():
        if not (own_doing and number == event.seat):
            _tell(OVER, game, person, event)


def _tell_who_is_out(game: Game, event: Event) -> None:
    """Tell who did not leave by an own move that the game goes on without them."""
    people = _people(game)
    if event.seat in people:
        _tell(OUT, game, people[event.seat], event)


def _tell(kind: str, game: Game, person: User, event: Event) -> None:
    outbox.write(
        kind=kind,
        person=person,
        payload={"game": game.pk, "seq": event.seq},
        dedupe_key=f"{kind}:{game.pk}:{event.seq}:{person.pk}",
        now=event.at,
    )
