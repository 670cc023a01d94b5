"""A log that somebody changed behind the site's back: nothing moves, all are told."""

from datetime import timedelta

import pytest

from accounts.models import Notice
from games.models import Event, Game, Outage
from games.queries.deadlines import deadline_of
from games.services import play, timekeeping
from games.services.freezing import Frozen, thaw
from tests.games.cast import NOON, asked, begun, fitting_cell, move, play_out
from tests.services.flush import triggers_off

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def game(alice, bob):
    game = begun(alice, bob)
    for _ in range(4):
        move(game)
    return game


def tamper(game, seq=3):
    """As only the owner of the database could; gives what was there."""
    event = Event.objects.get(game=game, seq=seq)
    changed = {**event.payload, "points": event.payload["points"] + 1}
    put_payload(event, changed)
    return event


def put_payload(event, payload):
    with triggers_off():
        Event.objects.filter(pk=event.pk).update(payload=payload)


def freeze_by_a_move(game, alice, now=NOON):
    said = asked(game, alice, cell=fitting_cell(game), turn_no=5, now=now)
    with pytest.raises(Frozen):
        play.place(**said)
    game.refresh_from_db()


def test_a_move_finds_what_was_changed_and_the_game_stands_still(game, alice, settings):
    settings.ADMINS = [("Olga", "olga@example.org")]
    settings.EMAIL_BACKEND = "accounts.email_backend.OutboxBackend"
    tamper(game)
    freeze_by_a_move(game, alice)
    assert game.frozen_at == NOON
    assert game.events.count() == 5
    told = Notice.objects.filter(kind="frozen")
    assert {notice.person.name for notice in told} == {"Alice", "Bob"}
    to_operator = Notice.objects.get(kind="account")
    assert to_operator.payload["to"] == "olga@example.org"
    assert game.public_id in to_operator.payload["subject"]
    assert "At event 3: the hash chain is broken" in to_operator.payload["text"]


def test_everybody_is_told_once_and_nobody_can_do_anything(game, alice, bob):
    tamper(game)
    for _ in range(2):
        freeze_by_a_move(game, alice)
    assert Notice.objects.filter(kind="frozen").count() == 2
    for refused in (play.resign, play.agree_to_call_off):
        with pytest.raises(Frozen):
            refused(**asked(game, bob))


@pytest.mark.parametrize("lost", [{"seq": 5}, {"seq__gte": 3}])
def test_a_log_that_lost_its_end_is_found_too(game, alice, lost):
    cell = fitting_cell(game)
    with triggers_off():
        Event.objects.filter(game=game, **lost).delete()
    with pytest.raises(Frozen):
        play.place(**asked(game, alice, cell=cell, turn_no=5))


def test_a_repeat_of_an_acknowledged_move_is_answered_as_before(alice, bob):
    game = begun(alice, bob)
    said = asked(game, alice, cell=fitting_cell(game), turn_no=1)
    first = play.place(**said)
    move(game)
    tamper(game)
    assert play.place(**said) == first


def test_a_game_over_stays_as_it_is_shown(alice, bob):
    game = begun(alice, bob)
    play_out(game)
    tamper(game)
    with pytest.raises(Frozen):
        play.resign(**asked(game, bob))


def test_nobody_runs_out_of_time_in_it(game, alice):
    tamper(game)
    freeze_by_a_move(game, alice)
    late = NOON + 30 * DAY
    looked_at = timekeeping.sweep(
        now=late, is_reachable=lambda: True, other_clock=lambda: late
    )
    assert not looked_at
    until = deadline_of(game=game, now=NOON + DAY)
    assert deadline_of(game=game, now=NOON + 2 * DAY) == until + DAY


def test_once_its_log_is_whole_again_it_goes_on_and_nobody_lost_time(game, alice):
    event = tamper(game)
    freeze_by_a_move(game, alice)
    until = deadline_of(game=game, now=NOON)
    put_payload(event, event.payload)
    assert thaw(game=game.public_id, now=NOON + DAY)
    assert not thaw(game=game.public_id, now=NOON + DAY)
    game.refresh_from_db()
    assert deadline_of(game=game, now=NOON + DAY) == until + DAY
    assert Outage.objects.get().game == game
    again = Notice.objects.get(kind="turn", dedupe_key__contains="thawed")
    assert again.person == alice
    assert move(game, now=NOON + DAY).clock == event.clock


def test_the_outage_of_one_game_is_no_other_game_s(game, alice, bob):
    other = begun(alice, bob)
    Outage.objects.create(game=game, began_at=NOON, ended_at=NOON + HOUR)
    later = NOON + 2 * HOUR
    assert deadline_of(game=other, now=later) == NOON + 3 * DAY
    assert deadline_of(game=game, now=later) == NOON + 3 * DAY + HOUR
    both = Outage.objects.of(*Game.objects.all())
    assert deadline_of(game=other, now=later, outages=both) == NOON + 3 * DAY


def test_its_page_says_so_and_offers_nothing_to_do(game, alice, client):
    tamper(game)
    freeze_by_a_move(game, alice)
    client.force_login(
        alice, backend="allauth.account.auth_backends.AuthenticationBackend"
    )
    page = client.get(f"/games/{game.public_id}/").content.decode()
    assert "stands still" in page
    assert 'id="placing"' not in page
    assert "/resign" not in page
