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
    send("Second")
    for path in mail_dir.iterdir():
        if b"First" in path.read_bytes():
            content = path.read_bytes().replace(
                b"Date: ", b"Date: Sun, 01 Nov 2020 12:00:00 +0000\nX-Was: "
            )
            path.write_bytes(content)

    mails = ask(client).context["mails"]

    assert [mail.parsed["Subject"] for mail in mails] == ["Second", "First"]


def test_a_mail_shows_its_text_and_frames_its_html(client):
    send()

    page = open_first(client, "mail").content.decode()

    assert "It is 4711." in page
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
