from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import outbox
from accounts.delivery import BATCH
from games.models import Outage, Pulse
from games.services import pulse
from tests.games.cast import NOON

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def write_notices(person, count):
    for number in range(count):
        outbox.write(
            kind="mail_test",
            person=person,
            payload={},
            dedupe_key=f"{number}",
            now=NOON,
        )


class TestTick:
    def test_it_is_noted(self):
        pulse.tick(now=NOON)
        assert Pulse.read().ticked_at == NOON

    @pytest.mark.parametrize(
        ("waiting", "bells"), [(0, 0), (1, 1), (BATCH, 1), (BATCH + 1, 2), (999, 5)]
    )
    def test_one_bell_for_every_batch_and_no_more_than_a_handful(
        self, alice, waiting, bells
    ):
        write_notices(alice, waiting)
        assert pulse.tick(now=NOON).deliver == bells

    def test_what_is_not_due_yet_rings_nothing(self, alice):
        write_notices(alice, 3)
        assert pulse.tick(now=NOON - SECOND).deliver == 0

    def test_a_sweep_is_rung_every_half_minute_and_by_the_very_first(self):
        rung = [
            second
            for second in range(0, 90, 2)
            if pulse.tick(now=NOON + second * SECOND).sweep
        ]
        assert rung == [0, 30, 60]


class TestBeat:
    def test_the_first_one_follows_no_outage(self):
        pulse.beat(now=NOON)
        assert not Outage.objects.exists()

    def test_steady_ones_have_no_outage_between_them(self):
        for minutes in (0, 2, 4):
            pulse.beat(now=NOON + timedelta(minutes=minutes))
        assert not Outage.objects.exists()

    def test_a_gap_is_an_outage(self):
        pulse.beat(now=NOON)
        pulse.beat(now=NOON + timedelta(hours=6))
        assert Outage.objects.all().pauses() == [(NOON, NOON + timedelta(hours=6))]

    def test_a_clock_that_went_back_makes_none_and_the_next_gap_counts(self):
        pulse.beat(now=NOON + timedelta(hours=1))
        pulse.beat(now=NOON)
        assert not Outage.objects.exists()
        pulse.beat(now=NOON + timedelta(minutes=3))
        assert Outage.objects.count() == 1


def test_the_clock_of_the_database_is_this_machines():
    assert abs(pulse.database_clock() - timezone.now()) < 2 * SECOND
