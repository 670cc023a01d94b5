"""What the page of a game that has not begun shows to one viewer."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.models import Game
from games.queries.fairness import Fairness, fairness_of
from games.queries.visible import Look, is_private, look, seated


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    look: Look
    host: str | None
    days: int
    aids: bool
    spectators: bool
    entry: str
    private: bool
    # The seat that begins, where the host named one.
    host_first: int | None
    free: int
    # Who sits, and has not added a nonce yet.
    waiting_for: tuple[str | None, ...]
    # What the viewer can do now, by the names of the services.
    can: frozenset[str]
    # For the host of a game by link, to pass on.
    join_token: str
    fairness: Fairness
    reachable: bool


def offer_of(*, game: Game, viewer: User | None, now: datetime) -> Offer:
    """Whoever may see a private offer may join it: by the link, or as invited."""
    seen = look(game=game, viewer=viewer, now=now)
    is_host = viewer is not None and game.creator_id == viewer.pk
    seats = seated(game)
    return Offer(
        look=seen,
        host=next((s.player for s in seats if s.person_id == game.creator_id), None),
        days=game.days_a_move,
        aids=game.aids,
        spectators=game.spectators,
        entry=game.entry,
        private=is_private(game),
        host_first=game.host_first,
        free=game.rule_set.players - len(seats),
        waiting_for=tuple(seat.player for seat in seats if not seat.nonce),
        can=frozenset(_can(game, viewer)) if viewer else frozenset(),
        join_token=game.join_token if is_host and game.entry == Game.Entry.LINK else "",
        fairness=fairness_of(game),
        reachable=viewer is None
        or seen.seat is None
        or bool(viewer.verified_address()),
    )


def _can(game: Game, viewer: User) -> Iterator[str]:
    if game.status != Game.Status.OPEN:
        return
    seats = seated(game)
    mine = next((seat for seat in seats if seat.person_id == viewer.pk), None)
    if mine is None:
        if len(seats) < game.rule_set.players:
            yield "join"
        if any(invited.person_id == viewer.pk for invited in game.invitations.all()):
            yield "decline"
        return
    if not mine.nonce:
        # A host comes from the form that made the game: one click is enough.
        yield "add_nonce" if game.creator_id == viewer.pk else "join"
    yield "cancel" if game.creator_id == viewer.pk else "leave"
