import os
from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils import timezone

from accounts import delivery, mailbox
from accounts.email_backend import OutboxBackend

TOKEN = "the-token"


@pytest.fixture(autouse=True)
def at_home(settings, mail_dir, db):
    settings.SITE_URL = "http://localhost:8000"
    settings.ALLOWED_HOSTS = ["*"]
    settings.MAILBOX_TOKEN = TOKEN


def send(subject="Your code", text="It is 4711."):
    mail = EmailMultiAlternatives(
        subject, text, to=["alice@example.org"], connection=OutboxBackend()
    )
    mail.attach_alternative("<p style='color: red'>It is <b>4711</b>.</p>", "text/html")
    mail.send()
    delivery.deliver(now=timezone.now())


def ask(client, token=TOKEN, host="localhost:8000", **headers):
    return client.get(
        reverse("mailbox", args=[token]), headers={"host": host, **headers}
    )


def open_first(client, name):
    [mail] = ask(client).context["mails"]
    url = reverse(name, args=[TOKEN, mail.name])
    return client.get(url, headers={"host": "localhost"})


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000"])
def test_the_person_at_the_keyboard_sees_the_mails(client, host):
    send()

    page = ask(client, host=host).content.decode()

    assert "Your code" in page
    assert "alice@example.org" in page


def test_the_address_that_is_printed_leads_there(client):
    path = mailbox.address().removeprefix("http://localhost:8000")

    assert client.get(path, headers={"host": "localhost"}).status_code == 200


def test_without_the_token_there_is_no_mailbox(client):
    assert ask(client, token="another").status_code == 404


def test_under_another_name_there_is_no_mailbox(client):
    assert ask(client, host="postdoku.example.org").status_code == 404
    assert ask(client, host="localhost.example.org").status_code == 404


@pytest.mark.parametrize(
    "header",
    ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Via"],
)
def test_behind_a_proxy_there_is_no_mailbox(client, header):
    assert ask(client, **{header: "x"}).status_code == 404


def test_for_a_public_site_there_is_no_mailbox(client, settings):
    settings.SITE_URL = "https://postdoku.example.org"

    assert ask(client).status_code == 404


def test_where_mail_is_delivered_there_is_no_mailbox(client, settings):
    settings.MAIL_IS_DELIVERED = True

    assert ask(client).status_code == 404


@pytest.mark.parametrize("name", ["mail", "mail_html"])
def test_a_single_mail_is_guarded_like_the_list(client, name):
    send()
    [mail] = ask(client).context["mails"]

    url = reverse(name, args=["another", mail.name])

    assert client.get(url, headers={"host": "localhost"}).status_code == 404


def test_the_newest_mail_is_first(client, mail_dir):
    send("First")
    [first] = mail_dir.iterdir()
    send("Second")
    os.utime(first, (0, 0))

    mails = ask(client).context["mails"]

    assert [mail.parsed["Subject"] for mail in mails] == ["Second", "First"]


def test_a_mail_is_not_seen_before_it_is_whole(client, mail_dir, monkeypatch):
    seen = []

    def look_while_writing(draft, content):
        with draft.open("wb") as file:
            file.write(content[:40])
            file.flush()
            seen.extend(ask(client).context["mails"])
            file.write(content[40:])

    monkeypatch.setattr(Path, "write_bytes", look_while_writing)
    send()

    assert seen == []
    assert len(ask(client).context["mails"]) == 1
    assert [path.suffix for path in mail_dir.iterdir()] == [".eml"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\x00",
        b"Date: tomorrow\nTo: <<>>\n\nHi",
        b"Subject: =?x?q?y?=\n\n",
        b"Content-Type: text/plain; charset=x\n\nHi",
        b"Content-Type: text/html; charset=x\n\nHi",
        b"Content-Type: multipart/mixed; boundary=x\n\nHi",
    ],
)
def test_a_broken_mail_does_not_hide_the_others(client, mail_dir, content):
    send()
    (mail_dir / "1.2.3.eml").write_bytes(content)

    assert "Your code" in ask(client).content.decode()
    for name in ("mail", "mail_html"):
        url = reverse(name, args=[TOKEN, "1.2.3"])
        assert client.get(url, headers={"host": "localhost"}).status_code == 200


def test_what_is_no_mail_of_the_site_is_not_shown(client, mail_dir):
    send()
    (mail_dir / "holiday.eml").write_bytes(b"Subject: Holiday\n\n")
    (mail_dir / "1.2.3.eml").mkdir()

    [mail] = ask(client).context["mails"]

    assert mail.parsed["Subject"] == "Your code"


def test_a_mail_shows_its_text_and_frames_its_html(client):
    send(text="Grüße, it is 4711.")

    page = open_first(client, "mail").content.decode()

    assert "Grüße, it is 4711." in page
    assert "<iframe" in page
    assert " sandbox " in page


def test_the_html_of_a_mail_may_be_framed_and_may_do_nothing(client):
    send()

    answer = open_first(client, "mail_html")

    assert "<b>4711</b>" in answer.content.decode()
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script-src" not in policy
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"


def test_the_text_of_a_mail_cannot_write_html(client):
    send(text="<script>alert(1)</script>")

    assert "<script>alert" not in open_first(client, "mail").content.decode()


def test_an_empty_mailbox_says_so(client):
    assert "No post yet." in ask(client).content.decode()


def test_a_mail_that_is_not_there_is_not_found(client):
    url = reverse("mail", args=[TOKEN, "1.2.3"])

    assert client.get(url, headers={"host": "localhost"}).status_code == 404
