"""Notices after a restore: none from another time, and one for each running game."""

from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts import delivery
from accounts.email_backend import OutboxBackend
from accounts.models import Notice
from games.engine.rules import table
from games.fold import BrokenLog
from games.services.freezing import freeze, thaw
from games.services.restoring import settle_notices
from tests.games.cast import NOON, begun, move, offer, play_out

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(days=9)


def waiting():
    return Notice.objects.waiting().order_by("pk")


def test_what_waited_is_suppressed_and_each_running_game_tells_its_turn(alice, bob):
    first, second = begun(alice, bob), begun(bob, alice)
    move(first)
    play_out(begun(alice, bob))
    offer(alice, invited=[bob], entry="invited")
    before = set(waiting().values_list("pk", flat=True))

    settled = settle_notices(now=LATER)

    assert settled == (len(before), 2)
    old = Notice.objects.filter(pk__in=before)
    assert set(old.values_list("status", "reason")) == {("suppressed", "restored")}
    told = [(notice.payload["game"], notice.person) for notice in waiting()]
    assert told == [(first.pk, bob), (second.pk, bob)]
    assert {notice.due_at for notice in waiting()} == {LATER}


def test_the_turn_is_told_although_it_was_told_before(alice, bob, settings, tmp_path):
    settings.MAIL_IS_DELIVERED, settings.MAIL_DIR = False, tmp_path
    begun(alice, bob)
    assert delivery.deliver(now=NOON) == {"sent": 2}
    settle_notices(now=LATER)
    assert delivery.deliver(now=LATER) == {"sent": 1}


def test_a_second_time_leaves_one_for_each_game(alice, bob):
    begun(alice, bob)
    settle_notices(now=LATER)
    assert settle_notices(now=LATER + timedelta(seconds=1)) == (1, 1)


def test_who_plays_alone_hears_of_it_too(alice, settings, tmp_path):
    settings.MAIL_IS_DELIVERED, settings.MAIL_DIR = False, tmp_path
    begun(alice, rules=table(1))
    assert settle_notices(now=LATER).turns_told == 1
    assert delivery.deliver(now=LATER) == {"sent": 1}


def test_a_frozen_game_tells_its_turn_when_it_goes_on(alice, bob):
    game = begun(alice, bob)
    freeze(game=game.public_id, why=BrokenLog(1, "changed"), now=NOON)
    assert settle_notices(now=LATER).turns_told == 0
    thaw(game=game.public_id, now=LATER)
    assert [notice.person for notice in waiting()] == [alice]


def test_nobody_is_told_of_a_seat_without_a_person(alice, bob):
    game = begun(alice, bob)
    game.seats.update(person=None)
    assert settle_notices(now=LATER).turns_told == 0


def test_the_words_of_account_mails_are_erased_also_while_one_is_under_way(db):
    mail = EmailMessage("Your code", "12345", to=["alice@example.org"])
    OutboxBackend().send_messages([mail])
    now = timezone.now()
    [notice] = Notice.objects.lease(now=now, limit=1)
    assert settle_notices(now=now) == (1, 0)
    notice.finish(status="sent", now=now)
    notice.refresh_from_db()
    assert (notice.status, notice.reason) == ("suppressed", "restored")
    assert (notice.payload, notice.leased_until) == ({}, None)
