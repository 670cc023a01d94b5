"""O1 and O8: what the clients were told, against what stands in the logs."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from drill.oracle.database import Row, StoredGame
from drill.oracle.figures import Figures

Entry = dict[str, Any]


def judge_answers(
    entries: Iterable[Entry], games: Iterable[StoredGame], figures: Figures
) -> None:
    log = {(game.name, row["key"]): row for game in games for row in game.events}
    decisions: dict[str, Entry] = {}
    answers: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if "decided" in entry:
            decisions[entry["decided"]] = entry
        elif "status" in entry:
            _judge_status(entry, figures)
            answers[entry["asked"]].append(entry)
    for key, decision in decisions.items():
        _judge_decision(decision, answers[key], log, figures)
    _judge_unasked(decisions.values(), log, figures)


def _judge_status(answer: Entry, figures: Figures) -> None:
    status = answer["status"]
    if status == 0:
        figures.broken += 1
    elif status == 503:
        figures.busy += 1
    elif status >= 500:
        what = f"{answer['game']}: {status} for {answer['asked'] or 'a look'}"
        figures.find("other_5xx", what)


def _judge_decision(
    decision: Entry,
    answers: list[Entry],
    log: dict[tuple[str, str], Row],
    figures: Figures,
) -> None:
    event = log.get((decision["game"], _key(decision)))
    said_yes = [answer for answer in answers if _is_yes(answer)]
    said_no = [answer for answer in answers if _is_no(answer)]
    if said_yes:
        figures.acknowledged += 1
        if event is None or not _is_what_was_asked(event, decision):
            figures.find("lost", _words(decision))
    if said_no and event is not None:
        figures.find("denied", f"{_words(decision)} got {said_no[0]['status']}")
    elif said_no and not said_yes:
        figures.refused += 1


def _judge_unasked(
    decisions: Iterable[Entry], log: dict[tuple[str, str], Row], figures: Figures
) -> None:
    """Whatever stands in a log as a player's doing, a player has asked for."""
    asked = {(decision["game"], _key(decision)) for decision in decisions}
    for game, key in log:
        if key.startswith("seat:") and (game, key) not in asked:
            figures.find("mismatches", f"{game}: nobody asked for {key}")


def _key(decision: Entry) -> str:
    return f"seat:{decision['seat']}:{decision['decided']}"


def _is_yes(answer: Entry) -> bool:
    to_the_table = (302, f"/games/{answer['game']}/")
    return (answer["status"], answer["location"]) == to_the_table


def _is_no(answer: Entry) -> bool:
    return 0 < answer["status"] < 500 and not _is_yes(answer)


def _is_what_was_asked(event: Row, decision: Entry) -> bool:
    cell = event["payload"].get("cell", "")
    return (event["kind"], event["seat"], cell) == (
        decision["do"],
        decision["seat"],
        decision["cell"],
    )


def _words(decision: Entry) -> str:
    return (
        f"{decision['game']}: {decision['do']} {decision['cell']} in turn "
        f"{decision['turn_no']}, key {decision['decided']},"
    )
