import pytest
from django.db import IntegrityError, transaction

from accounts import outbox
from accounts.models import Notice


def write(now, **changes):
    row = {"kind": "mail_test", "person": None, "payload": {"to": "a@example.org"}}
    outbox.write(**{**row, "dedupe_key": "once", "now": now, **changes})


def test_a_key_is_written_once_and_the_first_words_stay(db, now):
    write(now, payload={"to": "first@example.org"})
    write(now, payload={"to": "second@example.org"})

    assert Notice.objects.get().payload == {"to": "first@example.org"}


def test_a_repeat_does_not_break_the_transaction_around_it(db, now):
    with transaction.atomic():
        write(now)
        write(now)
        write(now, dedupe_key="another")

    assert Notice.objects.count() == 2


def test_a_repeat_does_not_wake_a_notice_that_was_sent(db, now):
    write(now)
    Notice.objects.update(status=Notice.Status.SENT)

    write(now)

    assert Notice.objects.get().status == Notice.Status.SENT


def test_an_unknown_kind_stops_the_writer(db, now):
    with pytest.raises(outbox.UnknownKind):
        write(now, kind="nobody_knows")


def test_an_empty_key_is_refused_by_the_database(db, now):
    with pytest.raises(IntegrityError), transaction.atomic():
        write(now, dedupe_key="")


def test_a_notice_is_due_at_once(db, now):
    write(now)

    assert Notice.objects.get().due_at == now


def test_message_ids_differ_and_name_the_site(db, now, settings):
    settings.SITE_URL = "https://play.example.org"
    write(now)
    write(now, dedupe_key="another")

    one, other = Notice.objects.values_list("message_id", flat=True)
    assert one != other
    assert one.endswith("@play.example.org>")
