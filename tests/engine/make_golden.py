"""Makes the golden records that are missing: `python -m tests.engine.make_golden`.

A golden record is never written anew: it stands for the games that people have
played under this version of the rules, and has to replay for ever.
"""

from itertools import count
from pathlib import Path
from random import Random

from games.engine.fairness import first_by_lot, game_seed
from games.engine.grid import CELLS, cells_of
from games.engine.moves import Claim, Leave, Move, Place, Void
from games.engine.record import move_of, record_of, write
from games.engine.rules import Rules, duel, table
from games.engine.state import State, apply, legal_cells, setup

GOLDEN = Path(__file__).parents[1] / "golden"

# Each rule set with the ways in which its games are to end.
WANTED = [
    (duel(), ["no_field", "resigned", "timeout", "removed", "voided", "bag_empty"]),
    (duel(first="host"), ["no_field"]),
    (table(1), ["claimed", "resigned"]),
    (table(1, end="referee", scoring="simple"), ["no_field", "bag_empty"]),
    (table(2), ["claimed", "bag_empty", "voided"]),
    (table(2, scoring="simple", first="oldest"), ["claimed", "removed"]),
    (table(2, end="referee", first="host"), ["no_field", "timeout"]),
    (table(3), ["claimed", "resigned"]),
    (table(3, end="referee", scoring="simple"), ["no_field", "timeout", "bag_empty"]),
    (table(4, first="oldest"), ["claimed", "removed", "voided"]),
    (table(4, scoring="simple", end="referee"), ["no_field", "resigned"]),
]
LEAVES = {"resigned": "resign", "timeout": "timeout", "removed": "removed"}


def main() -> None:
    for rules, endings in WANTED:
        for ending in endings:
            options = f"{rules.players}-{rules.scoring}-{rules.end}-{rules.first}"
            path = GOLDEN / f"{rules.name}-{options}-{ending}.json"
            if not path.exists():
                path.write_bytes(write(_search(rules, ending)))
                print("made", path.name)


def _search(rules: Rules, ending: str) -> dict:
    for number in count():
        record = _game(rules, ending, f"golden-{rules.name}-{ending}-{number}")
        if record["result"]["reason"] == ending:
            return record
    raise AssertionError


def _game(rules: Rules, ending: str, game: str) -> dict:
    generator = Random(game)
    server_seed = generator.randbytes(32)
    nonces = [generator.randbytes(16).hex() for _ in range(rules.players)]
    seed = game_seed(server_seed, game, nonces)
    first = generator.randrange(rules.players)
    if rules.first == "lot":
        first = first_by_lot(seed, rules.players)
    state, events = setup(rules, seed, first), []
    until = generator.randint(4, 40)
    while state.outcome is None:
        if ending == "voided" and len(events) == until:
            state, _ = apply(state, Void())
            break
        leave = ending in LEAVES and len(events) >= until
        move = (
            _leave(state, ending, generator)
            if leave
            else _turn(state, ending, generator)
        )
        state, event = apply(state, move)
        events.append(event)
    names = ["Alice", "Bob", "Zoë", None][: rules.players]
    return record_of(
        game=game,
        rules=rules,
        first=first,
        seats=[
            {"player": name, "nonce": nonce, "by": "player" if name else "server"}
            for name, nonce in zip(names, nonces, strict=True)
        ],
        server_seed=server_seed,
        moves=[move_of(event) for event in events],
        outcome=state.outcome,
    )


def _leave(state: State, ending: str, generator: Random) -> Move:
    staying = [seat for seat, how in enumerate(state.left) if how is None]
    seat = state.turn if ending == "timeout" else generator.choice(staying)
    return Leave(seat, LEAVES[ending])


def _turn(state: State, ending: str, generator: Random) -> Move:
    fitting = legal_cells(state)
    free = set(CELLS) - set(cells_of(state.board.occupied))
    burning = sorted(free - set(fitting))
    if burning and generator.random() < (0.9 if ending == "bag_empty" else 0.05):
        return Place(state.turn, generator.choice(burning))
    if state.rules.end == "claim" and (not fitting or generator.random() < 0.02):
        return Claim(state.turn)
    return Place(state.turn, generator.choice(fitting))


if __name__ == "__main__":
    main()
