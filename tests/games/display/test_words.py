from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation

from games.display import words
from games.engine.rules import duel, table
from games.queries.history import Happened
from games.queries.lists import Row
from games.queries.visible import SeatSeen

NOW = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (timedelta(days=2, hours=3, minutes=59), "2 d 3 h"),
        (timedelta(days=3), "3 d"),
        (timedelta(days=3, minutes=12), "3 d"),
        (timedelta(days=3, seconds=-20), "3 d"),
        (timedelta(days=3, seconds=-40), "2 d 23 h"),
        (timedelta(hours=5, minutes=1, seconds=29), "5 h 1 min"),
        (timedelta(minutes=7), "7 min"),
        (timedelta(seconds=29), "no time"),
        (timedelta(seconds=-90), "no time"),
    ],
)
def test_time_left_has_two_units_at_most(left, said):
    assert words.time_left(NOW + left, NOW) == said


def test_a_moment_is_said_in_the_time_zone_that_is_active():
    with timezone.override("Asia/Tokyo"):
        assert words.moment(NOW) == "Sun 1 Nov, 21:00"
        with translation.override("de"):
            assert words.moment(NOW) == "So, 1. Nov, 21:00"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (duel(), "Duel"),
        (table(1, end="referee"), "Table, alone · end by referee"),
        (table(3, scoring="simple"), "Table for 3 · simple scoring · end by claim"),
    ],
)
def test_rules_are_said_in_a_few_words(rules, said):
    assert words.rules(rules) == said


@pytest.mark.parametrize(
    ("rules", "seat", "said"),
    [
        (duel(), {"place": None, "left": ""}, ""),
        (duel(), {"place": 2, "left": "resign"}, "place 2 · resigned"),
        (table(2), {"place": None, "left": ""}, "2 laps, step 15"),
        (table(1), {"place": 1, "left": ""}, "2 laps, step 15"),
    ],
)
def test_a_standing_says_what_the_rule_set_shows(rules, seat, said):
    seen = SeatSeen(number=0, player="Alice", score=95, **seat)
    assert words.standing(seen, rules) == said


@pytest.mark.parametrize(
    ("kind", "payload", "said"),
    [
        ("place", {"tile": 4, "cell": "d4", "points": 9}, "Alice: 4 on d4"),
        (
            "place",
            {"tile": 4, "cell": "c4", "points": 0, "aside": True},
            "Alice put 4 on c4, where it does not fit: set aside, no points.",
        ),
        ("agree", {}, "Alice would like to call the game off."),
        ("timeout", {}, "Alice ran out of time."),
        ("void", {"by": "moderator"}, "A moderator called the game off."),
        ("unheard of", {}, "Something else happened."),
    ],
)
def test_every_kind_of_event_is_told(kind, payload, said):
    event = Happened(seq=2, kind=kind, seat=0, player="Alice", at=NOW, payload=payload)
    assert words.told(event) == said


@pytest.mark.parametrize(
    ("places", "reader", "said"),
    [
        ((1, 2), None, "Alice has won"),
        ((1, 2), 1, "Alice has won"),
        ((1, 2), 0, "You have won"),
        ((1, 1), 1, "You and Alice share the first place"),
        ((1, 1), None, "Alice and Bob share the first place"),
        ((None, None), 0, ""),
        ((1,), 0, ""),
    ],
)
def test_the_winner_is_said_to_whoever_reads(places, reader, said):
    seats = [
        SeatSeen(number=number, player=player, score=0, left="", place=place)
        for number, (player, place) in enumerate(
            zip(("Alice", "Bob"), places, strict=False)
        )
    ]
    assert words.winner(seats, reader) == said


def finished(places, reason="no_field", left=""):
    """A game in Bob's list, who has the second seat, or the only one."""
    cast = ("Alice", "Bob", "Carol", "Dora")
    seats = tuple(
        SeatSeen(number=number, player=cast[number], score=0, left=left, place=place)
        for number, place in enumerate(places)
    )
    return Row(
        game="g",
        rules=duel(),
        days=3,
        seats=seats,
        seat=min(1, len(places) - 1),
        host="Alice",
        turn=None,
        turn_no=0,
        deadline=None,
        reason=reason,
        ended_at=NOW,
    )


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (finished((2, 1)), "You have won"),
        (finished((1, 2)), "Alice has won"),
        (finished((1, 1)), "a draw"),
        (finished((3, 2, 1, 4)), "Carol has won · place 2 of 4"),
        (finished((2, 1, 3)), "You have won"),
        (finished((1, 1, 3)), "You and Alice share the first place"),
        (finished((None, None), "voided"), "called off"),
        (finished((1,), "bag_empty"), "Every tile has been played."),
        (finished((1,), "resigned", left="resign"), "resigned"),
    ],
)
def test_a_list_says_how_a_game_ended(row, said):
    assert words.outcome(row) == said


def test_an_ending_names_the_tile_that_fitted_nowhere():
    assert words.ending("no_field", 7) == "The next tile fitted nowhere. The tile: 7."
    assert words.ending("bag_empty") == "Every tile has been played."


def test_somebody_who_is_gone_has_a_word():
    assert words.names(["Alice", None]) == "Alice, somebody who is gone"
