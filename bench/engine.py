"""S6: setup and replay, legal fields with points, the chain, the simulator."""

import statistics
import time
from collections.abc import Callable
from typing import Any

from games.bots import BOTS
from games.engine.chain import Link, first_break, link_hash
from games.engine.fairness import game_seed
from games.engine.moves import Move, read_move
from games.engine.rules import duel
from games.engine.simulate import Player, play, simulate, summary
from games.engine.state import State, replay

GREEDY = [Player("greedy", BOTS["greedy"])] * 2


def main() -> None:
    record = play(duel(), GREEDY, "bench")
    moves = [read_move(move["do"], move["seat"], move) for move in record["moves"]]
    seed = game_seed(
        bytes.fromhex(record["fairness"]["server_seed"]),
        record["game"],
        [seat["nonce"] for seat in record["seats"]],
    )
    _replay(seed, record["first"], moves)
    _choices(replay(duel(), seed, record["first"], moves[:10]))
    _chain(record)
    _simulate()


def _replay(seed: bytes, first: int, moves: list[Move]) -> None:
    cost = _typical(lambda: replay(duel(), seed, first, moves), 200)
    _tell(f"setup and replay, {len(moves)} moves", cost * 1e3, "ms", "< 1")


def _choices(state: State) -> None:
    cost = _typical(lambda: state.board.choices(5, "neighbours"), 2000)
    count = len(state.board.choices(5, "neighbours"))
    _tell(f"legal fields with points, {count} fields", cost * 1e6, "µs", "< 20")


def _chain(record: dict[str, Any]) -> None:
    log: list[tuple[Link, str]] = []
    previous = record["fairness"]["commitment"]
    for seq, move in enumerate(record["moves"], start=1):
        at, key = "2026-11-01T00:00:00Z", f"seat:{move['seat']}:{seq:032x}"
        link = Link(seq, move["do"], move["seat"], move, 259200, at, key, None)
        previous = link_hash(previous, link)
        log.append((link, previous))
    cost = _typical(lambda: first_break(record["fairness"]["commitment"], log), 100)
    _tell("chain checked", len(log) / cost, "events/s", ">= 50,000")


def _simulate() -> None:
    began = time.perf_counter()
    games = simulate(duel(), GREEDY, 1000, 7, fixed_seats=False)
    told = summary(duel(), GREEDY, 7, games)
    _tell("simulate 1,000 greedy duels", time.perf_counter() - began, "s", "")
    print(f"  {told['turns']} turns, scores {told['scores']}, {told['endings']}")


def _typical(work: Callable[[], object], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def _tell(what: str, figure: float, unit: str, goal: str) -> None:
    print(f"{what:<42} {figure:>12,.3f} {unit:<9} {goal}")
