"""O2 to O5: one game's log against its numbers, its chain, the rules and its rows."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from drill.oracle.database import Row, StoredGame
from drill.oracle.figures import Figures
from games.engine.chain import first_break
from games.engine.fairness import commitment, game_seed
from games.engine.moves import KINDS, Void, read_move
from games.engine.rules import Rules
from games.engine.state import State, apply, setup


@dataclass
class Played:
    """How far the log could be played, and what that says about the rows."""

    state: State
    clocks: list[int]
    # The events with which a turn began, and whose it was.
    turns: dict[int, int] = field(default_factory=dict)
    turn_seq: int = 1
    turn_began_at: str = ""


def judge_log(game: StoredGame, figures: Figures) -> None:
    _judge_numbers(game, figures)
    for what in (*_breaks(game), *_differences_at_start(game)):
        figures.find("mismatches", f"{game.name}: {what}")
    played = _play(game, figures)
    if played is None:
        return
    for what in _differences_of_rows(game, played):
        figures.find("mismatches", f"{game.name}: {what}")
    _judge_notices(game, played, figures)


def _judge_numbers(game: StoredGame, figures: Figures) -> None:
    for name in ("seq", "key"):
        counted = Counter(event[name] for event in game.events)
        for value, count in counted.items():
            if count > 1:
                what = f"{game.name}: {name} {value} stands {count} times"
                figures.find("doubled", what, count - 1)
    numbers = {event["seq"] for event in game.events}
    for missing in sorted(set(range(1, max(numbers) + 1)) - numbers):
        figures.find("gaps", f"{game.name}: there is no event {missing}")


def _breaks(game: StoredGame) -> Iterator[str]:
    if commitment(game.server_seed) != game.row["commitment"]:
        yield "the seed is not the one that was committed to"
    broken = first_break(game.row["commitment"], game.log())
    if broken is not None:
        yield f"the chain breaks at {broken}"
    if game.row["head"] != game.events[-1]["hash"]:
        yield "the head is not the hash of the last event"


def _begin(game: StoredGame) -> State:
    nonces = [seat["nonce"] for seat in game.seats]
    seed = game_seed(game.server_seed, game.name, nonces)
    return setup(Rules(**game.row["rules"]), seed, game.row["host_first"])


def _differences_at_start(game: StoredGame) -> Iterator[str]:
    said, state = game.events[0]["payload"], _begin(game)
    if said["start"] != state.board.text:
        yield "the start is not what the seed deals"
    if state.turn is not None and said["first"] != state.turn:
        yield "not who should have begun"


def _play(game: StoredGame, figures: Figures) -> Played | None:
    """Play the log by the rules; None where they refuse it."""
    start, *others = game.events
    state = _begin(game)
    clocks = [game.row["clock_start"]] * state.rules.players
    played = Played(state, clocks, turn_began_at=start["at"])
    _note_turn(played, start)
    for event in others:
        try:
            what = _step(played, event)
        # Whatever the rules say against it, in whichever way: the log is wrong.
        except Exception as refusal:
            what = f"the rules refuse {event['kind']}: {refusal!r}"
            figures.find("mismatches", f"{game.name} seq {event['seq']}: {what}")
            return None
        if what:
            figures.find("mismatches", f"{game.name} seq {event['seq']}: {what}")
    return played


def _step(played: Played, event: Row) -> str:
    """Play one event; say in what it differs from what the rules make of it."""
    if event["kind"] not in (*KINDS, "void"):
        return ""
    before = played.state
    if event["kind"] == "void":
        played.state, happened = apply(before, Void())
        return "" if event["ends"] == happened.ends else "it ends otherwise"
    move = read_move(event["kind"], event["seat"], event["payload"])
    played.state, happened = apply(before, move)
    if event["clock"] is not None:
        played.clocks[event["seat"]] = event["clock"]
    if event["seat"] == before.turn:
        _note_turn(played, event)
    if (event["payload"], event["ends"]) != (happened.payload(), happened.ends):
        return f"it says {event['payload']}, the rules {happened.payload()}"
    return ""


def _note_turn(played: Played, event: Row) -> None:
    played.turn_seq, played.turn_began_at = event["seq"], event["at"]
    if played.state.turn is not None:
        played.turns[event["seq"]] = played.state.turn


def _differences_of_rows(game: StoredGame, played: Played) -> Iterator[str]:
    for name, value in _true_row(game, played).items():
        if game.row[name] != value:
            yield f"the row says {name} {game.row[name]!r}, the log {value!r}"
    for seat in game.seats:
        for name, value in _true_seat(played, seat["number"]).items():
            if seat[name] != value:
                yield f"seat {seat['number']} says {name} {seat[name]!r}, not {value!r}"


def _true_row(game: StoredGame, played: Played) -> dict[str, Any]:
    state, outcome, last = played.state, played.state.outcome, game.events[-1]
    return {
        "status": "over" if outcome else "running",
        "board": state.board.text,
        "aside": "".join(map(str, state.aside)),
        "turn": state.turn,
        "turn_no": state.turn_no,
        "seq": last["seq"],
        "turn_seq": played.turn_seq,
        "turn_began_at": played.turn_began_at,
        "reason": outcome.reason if outcome else "",
        "shown": outcome.shown if outcome else None,
        "ended_at": last["at"] if outcome else None,
    }


def _true_seat(played: Played, number: int) -> dict[str, Any]:
    outcome = played.state.outcome
    return {
        "score": played.state.scores[number],
        "left": played.state.left[number] or "",
        "clock": played.clocks[number],
        "place": outcome.places[number] if outcome and outcome.places else None,
    }


def _judge_notices(game: StoredGame, played: Played, figures: Figures) -> None:
    """One row for each turn of a person, and none more."""
    people = {seat["number"]: seat["person_id"] for seat in game.seats}
    due = Counter(
        (f"turn:{game.row['id']}:{seq}", people[seat])
        for seq, seat in played.turns.items()
        # Who plays alone has just moved, and knows.
        if people[seat] is not None and len(people) > 1
    )
    written = Counter((row["dedupe_key"], row["person_id"]) for row in game.notices)
    for (key, _), count in (due - written).items():
        figures.find("untold", f"{game.name}: no notice {key}", count)
    for (key, _), count in (written - due).items():
        figures.find("told_twice", f"{game.name}: a notice {key} too many", count)
