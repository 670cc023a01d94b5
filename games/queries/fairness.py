"""What everybody can check the bag with: more of it once the game is over."""

from dataclasses import dataclass

from games.models import Game
from games.queries.visible import seated
from games.secrets import reveal


@dataclass(frozen=True, slots=True)
class Mixed:
    """What a seat added to the shuffle, and who made it."""

    player: str | None
    nonce: str
    by: str


@dataclass(frozen=True, slots=True)
class Fairness:
    commitment: str
    nonces: tuple[Mixed, ...]
    # The hash of the last event, over all before it.
    head: str
    server_seed: str | None


def fairness_of(game: Game) -> Fairness:
    ended = game.status in (Game.Status.OVER, Game.Status.CANCELLED)
    return Fairness(
        commitment=game.commitment,
        nonces=tuple(
            Mixed(seat.player, seat.nonce, seat.get_nonce_by_display())
            for seat in seated(game)
            if seat.nonce
        ),
        head=game.head,
        server_seed=reveal(game).hex() if ended else None,
    )
