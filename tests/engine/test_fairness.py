import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path

import pytest

from games.engine.fairness import (
    Stream,
    bot_nonce,
    commitment,
    deal,
    first_by_lot,
    game_seed,
)
from games.engine.rules import duel, table

VECTORS = Path(__file__).parents[1] / "vectors"


def seed_of(number):
    return hashlib.sha256(f"seed {number}".encode()).digest()


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


def test_the_number_streams_agree_with_an_independent_program():
    vector = json.loads((VECTORS / "stream.json").read_text())
    seed = bytes.fromhex(vector["game_seed"])
    for told in vector["streams"]:
        stream = Stream(seed, told["label"])
        assert [stream.below(bound) for bound in told["below"]] == told["numbers"]


def test_the_first_word_of_a_stream_is_the_start_of_its_first_block():
    block = hmac.digest(b"key", b"draw:0", "sha256")
    assert Stream(b"key", "draw").below(2**32) == int.from_bytes(block[:4], "big")


def test_commitment_and_nonce_are_the_hashes_that_the_description_names():
    seed = bytes(range(32))
    text = f"postdoku-1:{seed.hex()}"
    committed = hashlib.sha256(text.encode()).hexdigest()

    assert commitment(seed) == committed
    assert (
        bot_nonce(committed, 3)
        == (hashlib.sha256(f"postdoku-1:bot:{committed}:3".encode()).hexdigest()[:32])
    )


def test_the_game_seed_depends_on_secret_game_and_every_nonce_in_order():
    seeds = {
        game_seed(b"a" * 32, "g", ["1", "2"]),
        game_seed(b"b" * 32, "g", ["1", "2"]),
        game_seed(b"a" * 32, "h", ["1", "2"]),
        game_seed(b"a" * 32, "g", ["2", "1"]),
    }
    assert len(seeds) == 4


@pytest.mark.parametrize("rules", [duel(), table(4)])
def test_a_deal_has_one_start_tile_per_row_and_column_and_81_tiles_in_all(rules):
    for number in range(200):
        start, bag = deal(rules, seed_of(number))
        cells = [cell for cell, digit in enumerate(start.text) if digit != "."]
        assert sorted(cell // 9 for cell in cells) == list(range(9))
        assert sorted(cell % 9 for cell in cells) == list(range(9))
        assert Counter(start.text.replace(".", "") + bag) == dict.fromkeys(
            "123456789", 9
        )


def test_the_boxed_game_starts_with_one_tile_of_each_digit():
    for number in range(50):
        start, _ = deal(table(2), seed_of(number))
        assert sorted(start.text.replace(".", "")) == list("123456789")


def test_two_equal_start_digits_never_share_a_box_though_they_would_by_chance():
    # The control: without drawing anew, some of these layouts would break the rule.
    from games.engine.fairness import _layout

    broken = sum(
        _layout(duel(), Stream(seed_of(n), "draw")) is None for n in range(200)
    )
    assert broken > 20


# The bounds on chi-square are p = 0.001 and 0.999.


def test_every_seat_begins_equally_often():
    counts = Counter(first_by_lot(seed_of(n), 4) for n in range(4000))
    assert 0.024 < chi_square([counts[seat] for seat in range(4)], 1000) < 16.27


def test_every_digit_is_drawn_first_equally_often():
    counts = Counter(deal(table(2), seed_of(n)).bag[0] for n in range(3600))
    assert 0.857 < chi_square([counts[d] for d in "123456789"], 400) < 26.12


def test_a_digit_has_no_favourite_place_in_the_bag():
    places = Counter(
        place
        for n in range(900)
        for place, tile in enumerate(deal(table(2), seed_of(n)).bag)
        if tile == "5"
    )
    assert 39.0 < chi_square([places[place] for place in range(72)], 100) < 112.3


def test_start_tiles_have_no_favourite_field():
    fields = Counter(
        cell
        for n in range(1800)
        for cell, digit in enumerate(deal(table(2), seed_of(n)).start.text)
        if digit != "."
    )
    # One per row and column: 64 degrees of freedom, and 8/9 for the fixed sums.
    assert 33.3 < chi_square([fields[cell] for cell in range(81)], 200) * 8 / 9 < 106.0


def test_a_loaded_lot_would_be_seen():
    counts = Counter(first_by_lot(seed_of(n), 4) % 3 for n in range(4000))
    assert chi_square([counts[seat] for seat in range(4)], 1000) > 16.27
