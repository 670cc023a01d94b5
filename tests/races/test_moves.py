"""Two at once, on real connections: one outcome, whichever was first."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection

from games.engine.refusals import Refusal
from games.engine.rules import duel, table
from games.models import Event
from games.services import offers, play, rulings
from tests.games.cast import NOON, asked, begun, fitting_cell, nonce, offer
from tests.people import make_person

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(commands):
    """Run all of them in threads; each answers, or is a refusal."""

    def run(command):
        try:
            return command()
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(commands)) as pool:
        return list(pool.map(run, commands))


def test_twenty_equal_posts_make_one_event(alice, bob):
    game = begun(alice, bob)
    same = asked(game, alice, cell=fitting_cell(game), turn_no=1)

    answers = at_once([lambda: play.place(**same)] * 20)

    assert {answer.pk for answer in answers} == {game.events.get(seq=2).pk}
    assert game.events.count() == 2


def test_two_tabs_with_different_moves_make_one_event(alice, bob):
    game = begun(alice, bob)
    cells = [fitting_cell(game), "a1"]

    answers = at_once(
        [
            lambda cell=cell: play.place(**asked(game, alice, cell=cell, turn_no=1))
            for cell in cells
        ]
    )

    assert sum(isinstance(answer, Event) for answer in answers) == 1
    assert game.events.count() == 2


def test_a_game_ends_once_whatever_comes_together(alice, bob, dora):
    game = begun(alice, bob)
    said = {"by": dora, "words": "x", "now": NOON}
    cell = fitting_cell(game)

    at_once(
        [
            lambda: play.resign(**asked(game, alice)),
            lambda: play.resign(**asked(game, bob)),
            lambda: play.place(**asked(game, alice, cell=cell, turn_no=1)),
            lambda: rulings.void(game=game.public_id, key=uuid4(), **said),
            lambda: play.call_off(**asked(game, bob)),
        ]
    )

    assert game.events.filter(ends__isnull=False).count() == 1
    seqs = list(game.events.order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))


def test_twenty_joins_for_the_last_seat_fill_it_once(alice):
    people = [make_person(f"Joiner {number}") for number in range(20)]
    game = offer(alice, rules=duel())

    answers = at_once(
        [
            lambda person=person: offers.join(
                game=game.public_id, person=person, nonce=nonce(1), now=NOON
            )
            for person in people
        ]
    )

    assert game.seats.count() == 2
    assert game.events.count() == 1
    assert sum(isinstance(answer, offers.NotOpen) for answer in answers) == 19


def test_three_joins_for_three_seats_all_find_one(alice):
    people = [make_person(f"Joiner {number}") for number in range(3)]
    game = offer(alice, rules=table(4))

    at_once(
        [
            lambda person=person: offers.join(
                game=game.public_id, person=person, nonce=nonce(1), now=NOON
            )
            for person in people
        ]
    )

    numbers = game.seats.order_by("number").values_list("number", flat=True)
    assert list(numbers) == [0, 1, 2, 3]
    assert game.events.count() == 1


def test_one_create_key_makes_one_game_at_once(alice):
    terms = offers.Terms(rules=duel(), pace=offers.Pace(60, 60, 60))
    made = at_once(
        [lambda: offers.create(host=alice, terms=terms, key="k", now=NOON)] * 10
    )
    assert len({game.pk for game in made}) == 1
