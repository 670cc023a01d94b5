"""Games for tests: every rule set, and players who do everything the rules allow."""

from random import Random
from typing import NamedTuple

from games.engine.fairness import bot_nonce, first_by_lot, game_seed
from games.engine.grid import CELLS
from games.engine.moves import Claim, Event, Leave, Move, Place, Void
from games.engine.record import move_of, record_of
from games.engine.rules import Rules, duel, table
from games.engine.state import State, apply, legal_cells, setup

EVERY_RULE_SET = [duel(first=first) for first in ("lot", "host")] + [
    table(players, scoring=scoring, end=end, first=first)
    for players in (1, 2, 3, 4)
    for scoring in ("neighbours", "simple")
    for end in ("claim", "referee")
    for first in ("lot", "host", "oldest")
]


def any_move(state: State, generator: Random, *, trouble: float = 0.1) -> Move:
    """Mostly a field that fits; sometimes a burnt tile, a claim or a leaving."""
    assert state.turn is not None
    if generator.random() < trouble:
        return generator.choice(_troubles(state, generator))
    fitting = legal_cells(state)
    if fitting:
        return Place(state.turn, generator.choice(fitting))
    return Claim(state.turn)


def _troubles(state: State, generator: Random) -> list[Move]:
    free = [cell for cell in CELLS if state.board.digit(cell) is None]
    staying = [seat for seat, how in enumerate(state.left) if how is None]
    troubles: list[Move] = [Place(state.turn, generator.choice(free))] * 6
    if state.rules.end == "claim":
        troubles += [Claim(state.turn)] * 2
    troubles.append(Leave(generator.choice(staying), "resign"))
    troubles.append(Leave(generator.choice(staying), "removed"))
    troubles.append(Leave(state.turn, "timeout"))
    return troubles


def play_on(state: State, generator: Random, *, trouble: float = 0.1):
    """Each further position with the move and the event that led to it."""
    while state.outcome is None:
        move = any_move(state, generator, trouble=trouble)
        state, event = apply(state, move)
        yield state, move, event


class Played(NamedTuple):
    """A whole game; there is one state more than there are moves and events."""

    first: int
    states: list[State]
    moves: list[Move]
    events: list[Event]


def played(rules: Rules, seed: bytes, *, trouble: float = 0.1) -> Played:
    generator = Random(seed)
    first = generator.randrange(rules.players)
    if rules.first == "lot":
        first = first_by_lot(seed, rules.players)
    start = setup(rules, seed, first)
    steps = list(play_on(start, generator, trouble=trouble))
    return Played(
        first,
        [start, *(state for state, _, _ in steps)],
        [move for _, move, _ in steps],
        [event for _, _, event in steps],
    )


def recorded(rules, server_seed, *, game="a_game-1", names="ABCD", trouble=0.1):
    """A played game and its record."""
    nonces = [bot_nonce(names[seat], seat) for seat in range(rules.players)]
    one = played(rules, game_seed(server_seed, game, nonces), trouble=trouble)
    record = record_of(
        game=game,
        rules=rules,
        first=one.first,
        seats=[
            {"player": name, "nonce": nonce, "by": "player"}
            for name, nonce in zip(names, nonces, strict=False)
        ],
        server_seed=server_seed,
        moves=[move_of(event) for event in one.events],
        outcome=one.states[-1].outcome,
    )
    return record, one


def void(state: State) -> State:
    return apply(state, Void())[0]
