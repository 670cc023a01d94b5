import pytest
from django.core.mail import EmailMessage, EmailMultiAlternatives, send_mail
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts import delivery
from accounts.email_backend import OutboxBackend
from accounts.models import Notice


def send():
    mail = EmailMultiAlternatives(
        "Your code", "It is 4711.", to=["x@example.org"], connection=OutboxBackend()
    )
    mail.attach_alternative("<p>It is 4711.</p>", "text/html")
    mail.send()


def test_a_mail_becomes_a_row_that_is_due_at_once(db):
    send()

    row = Notice.objects.due(timezone.now()).get()
    assert (row.kind, row.person) == ("account", None)
    assert row.payload == {
        "to": "x@example.org",
        "subject": "Your code",
        "text": "It is 4711.",
        "html": "<p>It is 4711.</p>",
    }


def test_the_same_mail_twice_is_two_rows(db):
    send()
    send()

    assert Notice.objects.count() == 2


def test_the_words_are_erased_once_sent(db, sink):
    send()

    delivery.deliver(now=timezone.now())

    assert "4711" in sink.mails[0].get_body(("plain",)).get_content()
    assert Notice.objects.get().payload == {}


def test_the_words_are_erased_too_where_nobody_took_them(db, sink):
    sink.refuse_recipients["x@example.org"] = "550 unknown"
    send()

    delivery.deliver(now=timezone.now())

    row = Notice.objects.get()
    assert (row.status, row.payload) == ("failed", {})


def test_the_words_are_kept_while_the_server_is_down(db, sink):
    sink.stop()
    send()

    delivery.deliver(now=timezone.now())

    assert Notice.objects.get().payload["text"] == "It is 4711."


def test_without_a_database_only_who_asked_for_it_hears_nothing(db):
    mail = EmailMessage("Error", "in the database", to=["ops@example.org"])
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE accounts_notice")

    with transaction.atomic():
        assert OutboxBackend(fail_silently=True).send_messages([mail]) == 0
        transaction.set_rollback(True)
    with pytest.raises(DatabaseError), transaction.atomic():
        OutboxBackend().send_messages([mail])


def test_whatever_django_sends_takes_the_outbox(db, settings):
    settings.EMAIL_BACKEND = "accounts.email_backend.OutboxBackend"

    send_mail("Hello", "You", None, ["a@example.org", "b@example.org"])

    assert {row.payload["to"] for row in Notice.objects.all()} == {
        "a@example.org",
        "b@example.org",
    }
