import threading
from collections import Counter
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Notice
from games.engine.refusals import Refusal
from games.engine.rules import table
from games.models import Game, Outage, Pulse
from games.services import offers, play, timekeeping
from games.services.timekeeping import GRACE, NotLate, run_out
from tests.games.cast import NOON, begun, fitting_cell, move, offer
from tests.people import make_person

pytestmark = pytest.mark.django_db

PACE = timedelta(days=3)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


def sweep(now, **surroundings):
    """A sweep with both clocks alike, on a site that answers, and a steady pulse."""
    steady = surroundings.pop("steady", True)
    if steady:
        Pulse.read()
        Pulse.objects.update(swept_at=now - 30 * SECOND)
    believed = {"is_reachable": lambda: True, "other_clock": lambda: now}
    return timekeeping.sweep(now=now, **believed | surroundings)


@pytest.fixture
def both_moved(alice, bob):
    game = begun(alice, bob)
    move(game)
    move(game)
    return game


def late(game):
    return game.turn_began_at + PACE + GRACE


def kinds(game):
    return [event.kind for event in game.events.in_order()]


class TestForfeit:
    def test_sixty_seconds_after_the_deadline_and_not_before(self, both_moved):
        game = both_moved

        assert not sweep(late(game) - SECOND)
        assert kinds(game)[-1] == "place"
        assert sweep(late(game)) == {"timeout": 1}

        game.refresh_from_db()
        event = game.events.get(ends="timeout")
        assert (event.kind, event.seat, event.key) == ("timeout", 0, "timeout:3")
        assert [seat.place for seat in game.seats.order_by("number")] == [2, 1]

    def test_both_are_told_who_lost_and_who_won(self, both_moved, alice, bob):
        sweep(late(both_moved))
        told = Notice.objects.filter(kind="over")
        assert {notice.person for notice in told} == {alice, bob}

    def test_a_second_sweep_finds_nothing(self, both_moved):
        sweep(late(both_moved))
        assert sweep(late(both_moved) + 30 * SECOND) == {}
        assert kinds(both_moved).count("timeout") == 1

    def test_who_moved_in_time_has_new_time(self, both_moved):
        move(both_moved, now=NOON + PACE - SECOND)
        assert sweep(NOON + PACE + GRACE) == {}

    def test_a_late_move_counts_as_long_as_no_sweep_came(self, both_moved):
        now = late(both_moved) + HOUR
        move(both_moved, now=now)
        assert sweep(now) == {}
        assert kinds(both_moved)[-1] == "place"

    @pytest.mark.parametrize("players", [3, 4])
    def test_three_and_four_go_on_without(self, alice, bob, carol, dora, players):
        people = [alice, bob, carol, dora][:players]
        game = begun(*people, rules=table(players, first="host"))
        for _ in people:
            move(game)

        assert sweep(late(game)) == {"timeout": 1}

        game.refresh_from_db()
        assert (game.status, game.turn) == (Game.Status.RUNNING, 1)
        assert game.seats.get(number=0).left == "timeout"
        last = Notice.objects.filter(kind="turn").latest("pk")
        assert (last.person, last.payload["turn_seq"]) == (bob, game.seq)
        assert Notice.objects.get(kind="out").person == alice

    def test_a_first_move_that_never_comes_calls_the_game_off(self, alice, bob):
        game = begun(alice, bob)
        move(game)

        assert sweep(late(game)) == {"void": 1}

        game.refresh_from_db()
        event = game.events.get(ends="voided")
        assert (event.seat, event.key) == (None, "void:2")
        assert event.payload == {"by": "site", "reason": "no_first_move"}
        assert [seat.place for seat in game.seats.all()] == [None, None]

    def test_offers_wait_for_ever(self, alice):
        game = offer(alice)
        assert sweep(NOON + 100 * PACE) == {}
        game.refresh_from_db()
        assert game.status == Game.Status.OPEN

    def test_more_games_than_a_batch_are_all_judged(self, alice, bob, monkeypatch):
        monkeypatch.setattr(timekeeping, "GAMES_AT_ONCE", 2)
        games = [begun(alice, bob) for _ in range(5)]
        assert sweep(late(games[0])) == {"void": 5}


class TestTheLogDecides:
    def test_a_hint_that_is_too_early_forfeits_nobody_and_is_written_back(
        self, both_moved
    ):
        Game.objects.update(deadline_hint=NOON - PACE)

        assert sweep(NOON + HOUR) == {"early": 1}

        both_moved.refresh_from_db()
        assert both_moved.deadline_hint == NOON + PACE
        assert kinds(both_moved)[-1] == "place"

    def test_a_wrong_row_forfeits_nobody_and_does_not_stop_the_sweep(self, both_moved):
        Game.objects.update(turn_no=7, deadline_hint=NOON)

        assert sweep(late(both_moved)) == {"refused": 1}
        assert kinds(both_moved)[-1] == "place"

    def test_a_wrong_row_after_a_timeout_is_not_looked_at_for_ever(
        self, alice, bob, carol
    ):
        game = begun(alice, bob, carol, rules=table(3, first="host"))
        for _ in range(3):
            move(game)
        before = Game.objects.filter(pk=game.pk).values().get()
        sweep(late(game))
        Game.objects.filter(pk=game.pk).update(**before)

        assert sweep(late(game)) == {"timeout": 1}
        assert kinds(game).count("timeout") == 1

    def test_a_game_that_cannot_be_judged_does_not_stop_the_others(
        self, alice, bob, both_moved, caplog
    ):
        broken = begun(alice, bob)
        broken.secret.sealed = "lost"
        broken.secret.save()

        assert sweep(late(both_moved)) == {"timeout": 1, "failed": 1}

        assert f"Game {broken.public_id} cannot be judged" in caplog.text
        broken.refresh_from_db()
        assert broken.deadline_hint > late(both_moved)


class TestOutages:
    def test_a_gap_in_the_pulse_forfeits_nobody(self, both_moved):
        sweep(NOON + PACE - HOUR)
        back = NOON + PACE + 6 * HOUR

        assert sweep(back, steady=False) == {"early": 1}

        assert Outage.objects.get().ended_at == back
        both_moved.refresh_from_db()
        assert both_moved.deadline_hint == back + HOUR
        assert sweep(back + HOUR + GRACE) == {"timeout": 1}

    def test_without_the_pulse_the_same_gap_would_cost_the_game(self, both_moved):
        """The control: what stands between the player and this is the outage."""
        assert sweep(NOON + PACE + 6 * HOUR, steady=True) == {"timeout": 1}

    def test_a_clock_that_jumps_ahead_forfeits_nobody(self, both_moved):
        sweep(NOON + HOUR)
        assert sweep(NOON + 30 * PACE, steady=False) == {"early": 1}

    def test_while_the_site_does_not_answer_nobody_is_forfeited_and_it_says_so(
        self, both_moved, caplog
    ):
        assert sweep(late(both_moved), is_reachable=lambda: False) == {}
        assert "does not answer" in caplog.text
        assert kinds(both_moved)[-1] == "place"

    def test_the_time_in_which_it_did_not_answer_is_given_back(self, both_moved):
        sweep(NOON + PACE - HOUR)
        for hours in range(5):
            at = NOON + PACE + hours * HOUR
            sweep(at, is_reachable=lambda: False, steady=False)

        assert sweep(NOON + PACE + 5 * HOUR, steady=False) == {"early": 1}
        both_moved.refresh_from_db()
        assert both_moved.deadline_hint == NOON + PACE + 6 * HOUR

    @pytest.mark.parametrize("seconds", [-3, 3])
    def test_clocks_that_differ_stop_the_sweep_which_says_so(
        self, both_moved, caplog, seconds
    ):
        now = late(both_moved)
        other = now + seconds * SECOND

        assert sweep(now, other_clock=lambda: other) == {}

        assert "clocks differ" in caplog.text
        assert kinds(both_moved)[-1] == "place"

    @pytest.mark.parametrize("seconds", [-2, 2])
    def test_clocks_that_hardly_differ_do_not(self, both_moved, seconds):
        now = late(both_moved)
        other = now + seconds * SECOND
        assert sweep(now, other_clock=lambda: other) == {"timeout": 1}


@pytest.mark.parametrize(
    "began", [datetime(2027, 3, 27, 12, tzinfo=UTC), datetime(2027, 10, 30, tzinfo=UTC)]
)
def test_the_night_in_which_the_clocks_change_changes_no_deadline(alice, bob, began):
    game = begun(alice, bob)
    move(game, now=began)
    move(game, now=began)
    with timezone.override("Europe/London"):
        with pytest.raises(NotLate) as early:
            run_out(game=game, now=began + PACE)
        assert early.value.until == began + PACE
        assert sweep(began + PACE + GRACE) == {"timeout": 1}


def at_once(*calls):
    """Run them in threads that start together; give what each returned or raised."""
    together = threading.Barrier(len(calls))
    outcomes = [None] * len(calls)

    def run(number, call):
        together.wait()
        try:
            outcomes[number] = call()
        except Refusal as refusal:
            outcomes[number] = refusal
        finally:
            connection.close()

    threads = [
        threading.Thread(target=run, args=(number, call))
        for number, call in enumerate(calls)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.mark.django_db(transaction=True)
class TestRaces:
    @pytest.fixture
    def people(self):
        return make_person("Alice"), make_person("Bob")

    def test_two_sweeps_at_once_make_one_event(self, people):
        games = [begun(*people) for _ in range(10)]
        now = late(games[0])

        first, second = at_once(lambda: sweep(now), lambda: sweep(now))

        assert (first + second)["failed"] == 0
        for game in games:
            assert kinds(game) == ["start", "void"]

    def test_a_move_against_a_timeout_has_one_outcome(self, people):
        outcomes = Counter()
        for _ in range(20):
            game = begun(*people)
            move(game)
            move(game)
            outcomes[self.race(game)] += 1
        assert outcomes.total() == 20
        assert set(outcomes) <= {"place", "timeout"}

    def race(self, game):
        now = late(game)
        person = game.seats.get(number=game.turn).person
        cell = fitting_cell(game)

        def place():
            return play.place(
                game=game.public_id,
                person=person,
                cell=cell,
                turn_no=game.turn_no,
                key=uuid4(),
                now=now,
            )

        placed, judged = at_once(place, lambda: run_out(game=game, now=now))

        refused = [one for one in (placed, judged) if isinstance(one, Refusal)]
        assert len(refused) == 1
        last = game.events.in_order().last()
        assert kinds(game) == ["start", "place", "place", last.kind]
        assert last in (placed, judged)
        return last.kind


def test_a_seat_that_left_before_is_never_timed_out(alice, bob, carol):
    game = begun(alice, bob, carol, rules=table(3, first="host"))
    play.resign(game=game.public_id, person=alice, key=uuid4(), now=NOON)
    move(game, now=NOON + HOUR)
    move(game, now=NOON + HOUR)
    assert sweep(late(game)) == {"timeout": 1}
    assert [seat.left for seat in game.seats.order_by("number")] == [
        "resign",
        "timeout",
        "",
    ]


def test_a_cancelled_offer_is_left_alone(alice):
    game = offer(alice)
    offers.leave(game=game.public_id, person=alice, now=NOON)
    assert sweep(NOON + 2 * PACE) == {}
