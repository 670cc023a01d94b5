"""The facts of RULES.md from many games, with wide bounds and fixed seeds."""

import pytest

from games.bots import BOTS
from games.engine.record import read, write
from games.engine.rules import duel, table
from games.engine.simulate import Player, simulate, summary
from games.engine.verify import verify

GREEDY = Player("greedy", BOTS["greedy"])
RANDOM = Player("random", BOTS["random"])


def games_of(rules, bots, games, *, fixed_seats=False):
    return list(simulate(rules, bots, games, 7, fixed_seats=fixed_seats))


def facts(rules, bots, games, **options):
    return summary(rules, bots, 7, games_of(rules, bots, games, **options))


def test_two_greedy_players_end_after_about_56_turns_with_about_265_points_each():
    games = games_of(duel(), [GREEDY] * 2, 600)
    told = summary(duel(), [GREEDY] * 2, 7, games)
    lengths = [len(game.record["moves"]) for game in games]

    assert 54.5 < told["turns"] < 57.5
    assert all(258 < score < 272 for score in told["scores"])
    assert sum(length >= 34 for length in lengths) > 0.98 * 600
    assert max(lengths) <= 72
    assert told["endings"].get("bag_empty", 0) <= 3


def test_two_random_players_end_after_about_43_turns_with_about_164_points_each():
    told = facts(duel(), [RANDOM] * 2, 600)
    assert 41.5 < told["turns"] < 44.5
    assert all(157 < score < 171 for score in told["scores"])


def test_most_points_beats_random_in_practically_every_game():
    told = facts(duel(), [GREEDY, RANDOM], 300)
    assert told["wins"][0] >= 297


def test_bots_change_seats_from_game_to_game_unless_told_not_to():
    moving = games_of(duel(), [GREEDY, RANDOM], 2)
    fixed = games_of(duel(), [GREEDY, RANDOM], 2, fixed_seats=True)
    assert [game.seats for game in moving] == [[0, 1], [1, 0]]
    assert [game.seats for game in fixed] == [[0, 1], [0, 1]]
    assert moving[1].record["seats"][0]["player"] == "bot:random"


def test_the_same_seed_gives_the_same_games():
    assert games_of(duel(), [GREEDY] * 2, 3) == games_of(duel(), [GREEDY] * 2, 3)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_simulated_game_verifies_and_is_counted_once(players):
    rules = table(players, scoring="simple")
    games = games_of(rules, [RANDOM] * players, 10)
    for game in games:
        verify(read(write(game.record)))
    told = summary(rules, [RANDOM] * players, 7, games)
    assert sum(told["wins"]) + told["draws"] == told["games"] == 10
    assert sum(told["wins_in_order"]) + told["draws"] == 10
    assert told["endings"] == {"claimed": 10}
