"""Finished games of every released version replay for ever."""

from pathlib import Path

import pytest

from games.engine.record import read, write
from games.engine.rules import PRINTED
from games.engine.verify import verify

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.json"))
REASONS = {
    "no_field",
    "claimed",
    "bag_empty",
    "resigned",
    "timeout",
    "removed",
    "voided",
}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_record_replays_to_the_byte(path):
    content = path.read_bytes()
    assert verify(read(content)).outcome is not None
    assert write(read(content)) == content


def test_every_rule_set_option_and_ending_has_a_golden_record():
    records = [read(path.read_bytes()) for path in GOLDEN]
    for name, options in PRINTED.items():
        rules = [
            record["rules"] for record in records if record["rules"]["name"] == name
        ]
        for option, values in options.items():
            assert {each[option] for each in rules} == set(values)
    assert {record["result"]["reason"] for record in records} == REASONS
    assert len(records) >= 20
