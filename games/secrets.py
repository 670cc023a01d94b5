"""The one place where what is hidden is opened.

`bag_of` is the only way to hidden order while a game runs: whoever shows no hand
must not call it.
"""

import secrets
from collections.abc import Iterable
from typing import NamedTuple

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from games.engine import fairness
from games.models import Game, GameSecret


class StillHidden(Exception):
    """The seed of a game is published only when it is over, or never began."""


class Layout(NamedTuple):
    """What everybody sees of the deal."""

    first_by_lot: int
    start: str


def new_server_seed() -> bytes:
    return secrets.token_bytes(32)


def keep(*, game: Game, server_seed: bytes) -> None:
    sealed = _box().encrypt(server_seed).decode()
    GameSecret.objects.create(game=game, sealed=sealed)


def layout_of(game: Game) -> Layout:
    """The start, once every nonce is in."""
    seed = _game_seed(game)
    players = game.rule_set.players
    start = fairness.deal(game.rule_set, seed).start.text
    return Layout(fairness.first_by_lot(seed, players), start)


def bag_of(game: Game) -> str:
    """The 72 tiles in the order in which they are drawn."""
    return fairness.deal(game.rule_set, _game_seed(game)).bag


def reveal(game: Game) -> bytes:
    """The server seed of a game that is over or never began."""
    if game.status not in (Game.Status.OVER, Game.Status.CANCELLED):
        raise StillHidden
    return _open(game.secret)


def check_commitment(game: Game) -> bool:
    """Whether the sealed seed is the one that was committed to."""
    return fairness.commitment(_open(game.secret)) == game.commitment


def rotate() -> int:
    """Seal every seed anew with the first key; say how many there were."""
    count = 0
    for secret in GameSecret.objects.iterator():
        secret.sealed = _box().rotate(secret.sealed.encode()).decode()
        secret.save(update_fields=["sealed"])
        count += 1
    return count


def tried(sealed: Iterable[str], keys: Iterable[str]) -> tuple[int, int]:
    """How many seeds of a backup these keys open, and how many they do not."""
    box = MultiFernet([Fernet(key) for key in keys])
    opened = closed = 0
    for seed in sealed:
        try:
            box.decrypt(seed.encode())
            opened += 1
        except InvalidToken:
            closed += 1
    return opened, closed


def _game_seed(game: Game) -> bytes:
    # Sorted here, not in the database: pages have fetched the seats already.
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    nonces = [seat.nonce for seat in seats]
    return fairness.game_seed(_open(game.secret), game.public_id, nonces)


def _open(secret: GameSecret) -> bytes:
    return _box().decrypt(secret.sealed.encode())


def _box() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.SEED_KEYS])
