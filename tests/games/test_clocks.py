from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.clocks import Pace, a_move, after_turn, deadline, running_seconds

NOON = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
DAY = 24 * 3600

minutes = st.integers(0, 600)
pauses = st.lists(st.tuples(minutes, minutes).map(sorted), max_size=5)


def at(minute):
    return NOON + timedelta(minutes=minute)


def test_without_pauses_the_clock_runs_all_the_time():
    assert running_seconds(NOON, at(90), []) == 90 * 60


def test_a_pause_stops_the_clock():
    assert running_seconds(NOON, at(90), [(at(10), at(30))]) == 70 * 60


def test_pauses_that_overlap_stop_it_once():
    assert (
        running_seconds(NOON, at(90), [(at(10), at(30)), (at(20), at(40))]) == 60 * 60
    )


def test_what_was_before_the_turn_or_is_still_to_come_does_not_count():
    around = [(at(-50), at(-10)), (at(-5), at(5)), (at(80), at(300))]
    assert running_seconds(NOON, at(90), around) == 75 * 60


@given(minutes, pauses)
def test_it_agrees_with_counting_minute_by_minute(now, spans):
    ran = sum(
        not any(began <= minute < ended for began, ended in spans)
        for minute in range(now)
    )
    found = running_seconds(NOON, at(now), [(at(a), at(b)) for a, b in spans])
    assert found == ran * 60


def test_the_deadline_is_the_time_left_from_now():
    assert deadline(DAY, NOON, at(60), []) == NOON + timedelta(days=1)
    late = deadline(DAY, NOON, at(60), [(at(0), at(30))])
    assert late == NOON + timedelta(days=1, minutes=30)


def test_so_many_days_a_move_start_full_every_turn():
    assert after_turn(a_move(3), 3 * DAY, used=2 * DAY) == 3 * DAY


def test_a_bank_grows_by_its_increment_up_to_its_cap():
    bank = Pace(start=14 * DAY, increment=DAY, cap=14 * DAY)
    assert after_turn(bank, 14 * DAY, used=3 * DAY) == 12 * DAY
    assert after_turn(bank, 14 * DAY, used=0) == 14 * DAY
    assert after_turn(bank, DAY, used=5 * DAY) == DAY
