import re

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import delivery
from accounts.models import Notice, User
from tests.people import make_person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def through_the_outbox(settings):
    # Django's test runner puts its own backend in place.
    settings.EMAIL_BACKEND = "accounts.email_backend.OutboxBackend"


def sign_up(client, **fields):
    person = {"name": "Alice", "email": "alice@example.org", **fields}
    return client.post(reverse("account_signup"), person)


def code_for(sink, address):
    delivery.deliver(now=timezone.now())
    text = sink.to(address)[-1].get_body(("plain",)).get_content()
    return re.search(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", text)[0]


def confirm(client, code):
    return client.post(reverse("account_email_verification_sent"), {"code": code})


def is_signed_in(client):
    return client.get(reverse("settings")).status_code == 200


def test_who_signs_up_proves_the_address_by_the_code_from_the_mail(client, sink):
    sign_up(client)
    assert not is_signed_in(client)

    confirm(client, code_for(sink, "alice@example.org"))

    alice = User.objects.get()
    assert is_signed_in(client)
    assert alice.verified_address() == "alice@example.org"
    assert not alice.has_usable_password()


def test_a_wrong_code_proves_nothing(client, sink):
    sign_up(client)

    confirm(client, "AAAA-BBBB")

    assert not is_signed_in(client)
    assert User.objects.get().verified_address() is None


def test_the_mail_is_html_too_and_says_where_it_comes_from(client, sink, settings):
    sign_up(client)
    code = code_for(sink, "alice@example.org")

    html = sink.mails[0].get_body(("html",)).get_content()

    assert code in html
    assert settings.SITE_URL in html


def test_the_mail_speaks_the_language_of_the_page(client, sink):
    client.post(
        reverse("account_request_login_code"),
        {"email": make_person("Bob").email},
        headers={"accept-language": "de"},
    )

    assert code_for(sink, "bob@example.org")
    assert sink.mails[0]["Subject"] == "Dein Anmeldecode"


def test_the_code_is_gone_from_the_outbox_once_it_is_sent(client, sink):
    sign_up(client)
    code = code_for(sink, "alice@example.org")

    assert not Notice.objects.filter(payload__icontains=code).exists()
    assert Notice.objects.get().payload == {}


def test_a_password_is_possible_and_then_works(client, sink):
    sign_up(client, password1="seventy-two tiles")
    confirm(client, code_for(sink, "alice@example.org"))
    client.post(reverse("account_logout"))
    assert not is_signed_in(client)

    client.post(
        reverse("account_login"),
        {"login": "alice@example.org", "password": "seventy-two tiles"},
    )

    assert is_signed_in(client)


def test_a_wrong_password_is_refused(client, sink):
    sign_up(client, password1="seventy-two tiles")
    confirm(client, code_for(sink, "alice@example.org"))
    client.post(reverse("account_logout"))

    answer = client.post(
        reverse("account_login"), {"login": "alice@example.org", "password": "wrong"}
    )

    assert answer.status_code == 200
    assert not is_signed_in(client)


def test_a_code_by_mail_is_enough_to_sign_in(client, sink, alice):
    client.post(reverse("account_request_login_code"), {"email": alice.email})
    assert not is_signed_in(client)

    code = code_for(sink, alice.email)
    client.post(reverse("account_confirm_login_code"), {"code": code})

    assert is_signed_in(client)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("ALICE", "Somebody else has this name already."),
        ("Al", "A name has 3 to 20 characters."),
        ("bot:greedy", "Names that begin with “bot:” belong to the bots."),
        ("<script>", "A name has letters, digits, single spaces"),
    ],
)
def test_a_name_that_cannot_be_taken_gets_its_sentence(client, alice, name, sentence):
    answer = sign_up(client, name=name, email="new@example.org")

    assert sentence in answer.content.decode()
    assert User.objects.count() == 1


def test_a_name_taken_in_the_same_moment_is_a_sentence_too(client, alice, monkeypatch):
    # The other request committed after this one had looked.
    monkeypatch.setattr("accounts.forms.SignUpForm.clean_name", lambda form: "Alice")

    answer = sign_up(client, email="new@example.org")

    assert answer.url == reverse("account_signup")
    page = client.get(answer.url).content.decode()
    assert "Somebody else has this name already." in page
    assert User.objects.count() == 1


def test_a_known_address_is_not_betrayed(client, sink, alice):
    known = sign_up(client, name="Mallory")
    unknown = sign_up(client, name="Somebody", email="new@example.org")

    assert known.status_code == unknown.status_code
    assert known.url == unknown.url
    assert not User.objects.filter(name="Mallory").exists()


def test_what_the_browser_says_is_kept_for_the_mails(client, sink):
    client.cookies["zone"] = "Europe%2FBerlin"
    sign_up(client)
    client.post(
        reverse("account_email_verification_sent"),
        {"code": code_for(sink, "alice@example.org")},
        headers={"accept-language": "de"},
    )

    alice = User.objects.get()
    assert (alice.language, alice.time_zone) == ("", "")
    assert (alice.spoken_language, str(alice.zone)) == ("de", "Europe/Berlin")


def test_a_made_up_forwarding_header_does_not_lift_the_limit(client, sink):
    answers = [
        client.post(
            reverse("account_signup"),
            {"name": f"Nr {n}x", "email": f"{n}@example.org"},
            headers={"x-forwarded-for": f"10.0.0.{n}"},
        ).status_code
        for n in range(21)
    ]

    assert answers[-1] == 429


def test_too_many_sign_ups_from_one_place_are_told_to_wait(client, sink):
    answers = [
        sign_up(client, name=f"Nr {n}x", email=f"{n}@example.org").status_code
        for n in range(21)
    ]

    assert answers.count(429) == 1
    assert answers[-1] == 429
