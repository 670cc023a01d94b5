import hashlib

import pytest

from games.engine.chain import Link, first_break, link_hash

COMMITMENT = "c" * 64
START = Link(
    1, "start", None, {"b": 1, "a": "Zoë"}, None, "2026-11-01T00:00:00Z", "start", None
)
PLACE = Link(
    2,
    "place",
    0,
    {"tile": 4, "cell": "d4", "points": 9},
    259200,
    "2026-11-01T00:00:05Z",
    "seat:0:1",
    "no_field",
)


def log_of(*links):
    log, previous = [], COMMITMENT
    for link in links:
        previous = link_hash(previous, link)
        log.append((link, previous))
    return log


def test_a_hash_is_over_the_one_before_and_the_event_as_compact_json():
    text = (
        f'{COMMITMENT}\n[1,"start",null,{{"a":"Zoë","b":1}},null,'
        '"2026-11-01T00:00:00Z","start",null]'
    )
    first = hashlib.sha256(text.encode()).hexdigest()
    assert link_hash(COMMITMENT, START) == first

    text = (
        f'{first}\n[2,"place",0,{{"cell":"d4","points":9,"tile":4}},259200,'
        '"2026-11-01T00:00:05Z","seat:0:1","no_field"]'
    )
    assert link_hash(first, PLACE) == hashlib.sha256(text.encode()).hexdigest()


def test_a_whole_log_checks_from_the_commitment_on():
    assert first_break(COMMITMENT, log_of(START, PLACE)) is None
    assert first_break(COMMITMENT, []) is None


def test_another_commitment_breaks_at_the_first_event():
    assert first_break("d" * 64, log_of(START, PLACE)) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "claim"},
        {"seat": 1},
        {"payload": {"tile": 4, "cell": "d4", "points": 10}},
        {"clock": None},
        {"at": "2026-11-01T00:00:06Z"},
        {"key": "seat:0:2"},
        {"ends": None},
    ],
)
def test_any_change_to_an_event_breaks_the_chain_there(change):
    start, (place, stored) = log_of(START, PLACE)
    assert first_break(COMMITMENT, [start, (place._replace(**change), stored)]) == 2


def test_an_event_left_out_breaks_the_chain_where_it_is_missing():
    log = log_of(START, PLACE, PLACE._replace(seq=3))
    assert first_break(COMMITMENT, [log[0], log[2]]) == 2


def test_a_gap_in_seq_is_a_break_even_where_the_hashes_agree():
    assert first_break(COMMITMENT, log_of(START, PLACE._replace(seq=3))) == 2
