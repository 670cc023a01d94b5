"""Games that bots play against each other, each with a record that verifies.

The bots are handed in: the engine itself knows none.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from random import Random
from typing import Any, NamedTuple

from .fairness import bot_nonce, commitment, first_by_lot, game_seed
from .moves import Move
from .record import move_of, record_of
from .rules import Rules
from .state import apply, setup
from .view import View, view


class Player(NamedTuple):
    name: str
    choose: Callable[[View, Random], Move]


class Game(NamedTuple):
    # Which seat each bot had, in the order in which the bots were named.
    seats: list[int]
    record: dict[str, Any]


def simulate(
    rules: Rules, bots: Sequence[Player], games: int, seed: int, *, fixed_seats: bool
) -> Iterator[Game]:
    """That many games; the same seed gives the same ones."""
    for number in range(games):
        shift = 0 if fixed_seats else number
        seats = [(bot + shift) % rules.players for bot in range(rules.players)]
        seated = [bots[seats.index(seat)] for seat in range(rules.players)]
        yield Game(seats, play(rules, seated, f"sim-{seed}-{number}"))


def play(rules: Rules, seated: Sequence[Player], game: str) -> dict[str, Any]:
    """The record of one game, in which everything follows from its id."""
    server_seed = hashlib.sha256(game.encode()).digest()
    committed = commitment(server_seed)
    nonces = [bot_nonce(committed, seat) for seat in range(rules.players)]
    seed = game_seed(server_seed, game, nonces)
    state = setup(rules, seed)
    generator = Random(game)
    moves = []
    while state.turn is not None:
        choose = seated[state.turn].choose
        state, event = apply(state, choose(view(state, state.turn), generator))
        moves.append(move_of(event))
    assert state.outcome is not None  # noqa: S101 - nobody is to move, so it is over
    return record_of(
        game=game,
        rules=rules,
        first=first_by_lot(seed, rules.players),
        seats=[
            {"player": f"bot:{bot.name}", "nonce": nonce, "by": "rule"}
            for bot, nonce in zip(seated, nonces, strict=True)
        ],
        server_seed=server_seed,
        moves=moves,
        outcome=state.outcome,
    )


def summary(
    rules: Rules, bots: Sequence[Player], seed: int, games: Iterable[Game]
) -> dict[str, Any]:
    """Means and counts over the games, by bot in the order named."""
    count = turns = draws = 0
    scores, wins, wins_in_order = ([0] * rules.players for _ in range(3))
    endings: Counter[str] = Counter()
    for seats, record in games:
        count += 1
        turns += len(record["moves"])
        endings[record["result"]["reason"]] += 1
        for bot, seat in enumerate(seats):
            scores[bot] += record["result"]["scores"][seat]
        if record["result"]["places"].count(1) > 1:
            draws += 1
            continue
        winner = record["result"]["places"].index(1)
        wins[seats.index(winner)] += 1
        wins_in_order[(winner - record["first"]) % rules.players] += 1
    return {
        "rules": asdict(rules),
        "bots": [bot.name for bot in bots],
        "games": count,
        "seed": seed,
        "turns": round(turns / count, 2),
        "scores": [round(score / count, 2) for score in scores],
        "wins": wins,
        "draws": draws,
        "wins_in_order": wins_in_order,
        "endings": dict(sorted(endings.items())),
    }
