"""The record of a finished game, as it is exported and checked offline."""

from typing import Any

from games.engine.outcome import Outcome
from games.engine.record import record_of, write
from games.models import Event, Game
from games.models.event import stamp
from games.queries.visible import result_of, seated
from games.secrets import reveal


class NoRecord(LookupError):
    """Only a game that began and ended has a record."""


def record_text(*, game: Game) -> bytes:
    """The record as a file has it, with the times of moves and the log's last hash."""
    result = result_of(game)
    if result is None or game.first is None:
        raise NoRecord(game.public_id)
    return write({**_record(game, game.first, result), "chain": game.head})


def _record(game: Game, first: int, result: Outcome) -> dict[str, Any]:
    return record_of(
        game=game.public_id,
        rules=game.rule_set,
        first=first,
        seats=[
            {"player": seat.player, "nonce": seat.nonce, "by": seat.nonce_by}
            for seat in seated(game)
        ],
        server_seed=reveal(game),
        moves=[_move(event) for event in game.events.moves().in_order()],
        outcome=result,
    )


def _move(event: Event) -> dict[str, Any]:
    # What an ending showed is not the mover's: a record knows it from the bag.
    payload = {key: said for key, said in event.payload.items() if key != "shown"}
    return {"seat": event.seat, "do": event.kind, **payload, "at": stamp(event.at)}
