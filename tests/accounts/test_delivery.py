import socket
import threading
from datetime import timedelta

import pytest
from django.db import connection

from accounts import delivery, outbox
from accounts.models import Notice
from accounts.models.notice import LEASE
from tests.people import make_person

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def kinds(settings):
    settings.NOTICE_KINDS = {
        **settings.NOTICE_KINDS,
        "plain": "tests.accounts.kinds.plain",
        "played": "tests.accounts.kinds.played_already",
        "broken": "tests.accounts.kinds.broken",
    }


class Clock:
    """A clock that stands still until it is pushed."""

    def __init__(self, step=0.0):
        self.seconds = 0.0
        self.step = step

    def __call__(self):
        self.seconds += self.step
        return self.seconds


def write(now, person, kind="plain", key="once"):
    outbox.write(kind=kind, person=person, payload={}, dedupe_key=key, now=now)
    return Notice.objects.get(dedupe_key=key)


def deliver(now, clock=None):
    return delivery.deliver(now=now, clock=clock or Clock())


class TestLease:
    def test_nothing_is_leased_before_it_is_due(self, alice, now):
        write(now + MINUTE, alice)

        assert Notice.objects.lease(now=now, limit=5) == []
        assert len(Notice.objects.lease(now=now + MINUTE, limit=5)) == 1

    def test_a_leased_row_is_not_leased_again_until_the_lease_is_over(self, alice, now):
        write(now, alice)

        [leased] = Notice.objects.lease(now=now, limit=5)

        assert leased.attempts == 1
        assert Notice.objects.lease(now=now + LEASE / 2, limit=5) == []
        [again] = Notice.objects.lease(now=now + LEASE, limit=5)
        assert again.attempts == 2

    def test_the_oldest_come_first_and_no_more_than_asked_for(self, alice, now):
        for minute in range(4):
            write(now - minute * MINUTE, alice, key=f"{minute}")

        leased = Notice.objects.lease(now=now, limit=2)

        assert [row.dedupe_key for row in leased] == ["3", "2"]

    def test_who_lost_the_lease_cannot_mark_the_row(self, alice, now):
        write(now, alice)
        [slow] = Notice.objects.lease(now=now, limit=1)
        [quick] = Notice.objects.lease(now=now + LEASE, limit=1)

        slow.finish(status=Notice.Status.FAILED, now=now)
        slow.give_back(reason="late")
        slow.put_off(due_at=now + MINUTE, reason="late")

        row = Notice.objects.get()
        assert (row.status, row.leased_until, row.due_at) == (
            "waiting",
            now + 2 * LEASE,
            now,
        )
        quick.finish(status=Notice.Status.SENT, now=now)
        assert Notice.objects.get().status == Notice.Status.SENT


@pytest.mark.django_db(transaction=True)
def test_workers_that_lease_at_once_never_get_the_same_row(now):
    alice = make_person("Alice")
    for number in range(40):
        write(now, alice, key=f"{number}")
    leased: list[int] = []
    together = threading.Barrier(4)

    def work():
        together.wait()
        for _ in range(4):
            leased.extend(row.pk for row in Notice.objects.lease(now=now, limit=5))
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert sorted(leased) == sorted(set(leased))
    assert len(leased) == 40


class TestSending:
    def test_a_notice_is_sent_once(self, alice, now, sink):
        write(now, alice)

        assert deliver(now) == {"sent": 1}
        assert deliver(now) == {}

        [mail] = sink.mails
        assert mail["To"] == "alice@example.org"
        row = Notice.objects.get()
        assert (row.status, row.sent_at, row.leased_until) == ("sent", now, None)

    def test_a_mail_says_who_it_is_from_and_that_no_human_wrote_it(
        self, alice, now, sink, settings
    ):
        row = write(now, alice)

        deliver(now)

        [mail] = sink.mails
        assert mail["From"] == settings.DEFAULT_FROM_EMAIL
        assert mail["Message-ID"] == row.message_id
        assert mail["Date"].datetime == now
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail.get_body(("html",)).get_content().strip() == "<p>Hello</p>"

    def test_many_go_out_in_batches_over_one_connection_each(self, alice, now, sink):
        for number in range(delivery.BATCH + 3):
            write(now, alice, key=f"{number}")

        assert deliver(now) == {"sent": delivery.BATCH + 3}
        assert sink.connections == 2

    def test_the_person_is_spoken_to_in_their_language_and_time(self, now, sink, db):
        bob = make_person("Bob", language="de", time_zone="Europe/Berlin")
        write(now, bob)

        deliver(now)

        [mail] = sink.mails
        assert mail.get_body(("plain",)).get_content().strip() == "de Europe/Berlin"

    def test_it_goes_to_the_address_of_the_moment(self, alice, now, sink):
        write(now, alice)
        alice.emailaddress_set.update(email="new@example.org")

        deliver(now)

        assert [mail["To"] for mail in sink.mails] == ["new@example.org"]

    def test_an_address_that_is_not_verified_gets_nothing(self, now, sink, db):
        write(now, make_person("Bob", verified=False))

        assert deliver(now) == {"suppressed": 1}
        assert Notice.objects.get().reason == "no verified address"
        assert sink.mails == []

    def test_who_is_deactivated_gets_nothing(self, now, sink, db):
        write(now, make_person("Bob", is_active=False))

        assert deliver(now) == {"suppressed": 1}
        assert sink.mails == []

    def test_what_has_become_untrue_is_not_sent(self, alice, now, sink):
        write(now, alice, kind="played")

        assert deliver(now) == {"suppressed": 1}
        assert Notice.objects.get().reason == "played"
        assert sink.mails == []

    def test_a_subject_cannot_smuggle_in_a_header(self, alice, now, sink):
        row = write(now, alice)
        row.payload = {"subject": "Hi\r\nBcc: eve@example.org"}
        row.save()

        assert deliver(now) == {"waiting": 1}
        assert sink.mails == []
        assert "BadHeaderError" in Notice.objects.get().reason


class TestTrouble:
    def test_a_server_that_is_down_leaves_the_rows_due(self, alice, now, sink):
        for number in range(3):
            write(now, alice, key=f"{number}")
        sink.stop()

        assert deliver(now) == {}

        assert Notice.objects.due(now).count() == 3
        assert set(Notice.objects.values_list("refusals", flat=True)) == {0}
        assert "refused" in Notice.objects.first().reason.lower()

    def test_a_server_that_never_answers_leaves_the_rows_due(
        self, alice, now, settings
    ):
        write(now, alice)
        settings.MAIL_IS_DELIVERED = True
        settings.EMAIL_TIMEOUT = 0.2
        with socket.create_server(("127.0.0.1", 0)) as mute:
            settings.EMAIL_HOST, settings.EMAIL_PORT = mute.getsockname()

            assert deliver(now) == {}

        assert Notice.objects.due(now).count() == 1
        assert "timed out" in Notice.objects.get().reason

    def test_when_the_server_is_back_everything_goes_out(self, alice, now, sink):
        write(now, alice)
        sink.stop()
        deliver(now)
        sink.start()

        assert deliver(now) == {"sent": 1}
        assert Notice.objects.get().reason == ""

    def test_a_refused_recipient_is_tried_again_by_the_ladder(self, alice, now, sink):
        write(now, alice)
        sink.refuse_recipients["alice@example.org"] = "451 come back later"

        for minutes in (1, 5, 15, 60):
            assert deliver(now) == {"waiting": 1}
            assert deliver(now + timedelta(minutes=minutes, seconds=-1)) == {}
            now += timedelta(minutes=minutes)

        assert deliver(now) == {"failed": 1}
        row = Notice.objects.get()
        assert (row.status, row.reason) == ("failed", "451 come back later")

    def test_greylisting_ends_in_one_mail(self, alice, now, sink):
        write(now, alice)
        sink.refuse_recipients["alice@example.org"] = "451 greylisted"
        deliver(now)
        sink.refuse_recipients.clear()

        assert deliver(now + MINUTE) == {"sent": 1}
        assert len(sink.mails) == 1

    @pytest.mark.parametrize("where", ["recipient", "data"])
    def test_no_for_good_is_final_and_the_others_go_on(
        self, alice, bob, now, sink, where
    ):
        write(now, alice, key="1")
        write(now, bob, key="2")
        if where == "recipient":
            sink.refuse_recipients["alice@example.org"] = "550 no such person"
        else:
            sink.data_replies = ["554 not wanted"]

        assert deliver(now) == {"failed": 1, "sent": 1}
        assert Notice.objects.get(person=alice).status == Notice.Status.FAILED
        assert [mail["To"] for mail in sink.mails] == ["bob@example.org"]

    def test_a_kind_without_words_is_put_off_and_the_others_go_on(
        self, alice, bob, now, sink
    ):
        write(now, alice, kind="broken", key="1")
        write(now, bob, key="2")

        assert deliver(now) == {"waiting": 1, "sent": 1}
        row = Notice.objects.get(person=alice)
        assert (row.refusals, row.due_at) == (1, now + MINUTE)
        assert row.reason == "ZeroDivisionError: no words"

    def test_a_server_that_says_goodbye_ends_the_batch(self, alice, bob, now, sink):
        write(now, alice, key="1")
        write(now, bob, key="2")
        sink.refuse_recipients["alice@example.org"] = "421 too many"

        assert deliver(now) == {}

        # Who was refused stands aside, so that the next one has a chance.
        assert [row.person for row in Notice.objects.due(now)] == [bob]
        assert Notice.objects.get(person=alice).due_at == now + MINUTE
        assert deliver(now) == {"sent": 1}

    def test_a_repeat_after_a_broken_connection_has_the_same_message_id(
        self, alice, now, sink
    ):
        write(now, alice)
        sink.data_replies = ["drop"]

        deliver(now)
        deliver(now + MINUTE)

        one, other = sink.mails
        assert one["Message-ID"] == other["Message-ID"]

    def test_a_long_queue_holds_nobody_up_and_the_next_bell_goes_on(
        self, alice, now, sink
    ):
        for number in range(2 * delivery.BATCH):
            write(now, alice, key=f"{number}")

        # Each look at the clock, and each mail needs a few, takes a second.
        clock = Clock(step=1)
        first = deliver(now, clock)["sent"]

        assert 0 < first < delivery.BATCH
        assert clock.seconds < delivery.BATCH_TIME.total_seconds() + 5
        assert Notice.objects.due(now).count() == 2 * delivery.BATCH - first
        assert deliver(now) == {"sent": 2 * delivery.BATCH - first}

    def test_batches_follow_each_other_only_as_long_as_one_may_take(
        self, alice, now, sink, monkeypatch
    ):
        monkeypatch.setattr(delivery, "BATCH", 1)
        for number in range(50):
            write(now, alice, key=f"{number}")

        clock = Clock(step=1)
        sent = deliver(now, clock)["sent"]

        assert 1 < sent < 50
        assert sink.connections == sent
        assert clock.seconds < delivery.BATCH_TIME.total_seconds() + 5
