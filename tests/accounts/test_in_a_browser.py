"""The account pages as a browser sees them: readable by everybody, CSP in force."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import delivery
from accounts.models import User
from tests.browsing import assert_good
from tests.people import make_person

PASSWORD = "seventy-two tiles"
OPEN_PAGES = [
    "account_login",
    "account_signup",
    "account_request_login_code",
    "account_reset_password",
]
OWN_PAGES = [
    "settings",
    "account_email",
    "account_change_password",
    "mfa_index",
    "mfa_activate_totp",
    "mfa_add_webauthn",
    "usersessions_list",
    "account_logout",
]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def site(live_server, settings, page):
    # Passkeys want a name and no number.
    url = live_server.url.replace("127.0.0.1", "localhost")
    settings.EMAIL_BACKEND = "accounts.email_backend.OutboxBackend"
    page.set_viewport_size({"width": 390, "height": 844})
    return url


def sign_in(page, site, person):
    page.goto(f"{site}{reverse('account_login')}?next={reverse('settings')}")
    page.get_by_label("Email").fill(person.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign In", exact=True).click()


@pytest.mark.parametrize("name", OPEN_PAGES)
def test_a_page_for_everybody_is_good(page, site, complaints, name):
    page.goto(site + reverse(name))

    assert_good(page, complaints)


def test_the_pages_about_oneself_are_good(page, site, complaints):
    sign_in(page, site, make_person("Alice", password=PASSWORD))
    page.goto(f"{site}{reverse('account_reauthenticate')}?next={reverse('settings')}")
    assert_good(page, complaints)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()

    for name in OWN_PAGES:
        answer = page.goto(site + reverse(name))
        assert answer.status == 200
        assert page.url.endswith(reverse(name))
        assert_good(page, complaints)


def test_somebody_signs_up_with_the_code_from_the_mail(page, site, sink):
    page.goto(site + reverse("account_signup"))
    page.get_by_label("Public name").fill("Bob")
    page.get_by_label("Email").fill("bob@example.org")
    page.get_by_role("button", name="Sign Up", exact=True).click()
    delivery.deliver(now=timezone.now())
    text = sink.mails[0].get_body(("plain",)).get_content()

    page.get_by_label("Code").fill(re.search(r"\b\w{4}-\w{4}\b", text)[0])
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_url(site + "/")

    assert User.objects.get().verified_address() == "bob@example.org"


def test_the_browser_tells_its_time_zone(browser, site):
    context = browser.new_context(timezone_id="Asia/Tokyo")
    page = context.new_page()
    page.goto(site + reverse("account_login"))

    sign_in(page, site, make_person("Alice", password=PASSWORD))
    page.goto(site + reverse("settings"))

    assert page.get_by_label("Time zone").input_value() == "Asia/Tokyo"
    context.close()
