from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse

from accounts import time_zones
from accounts.models import User

URL = "/settings/"


def save(client, **fields):
    return client.post(URL, {"language": "", "time_zone": "UTC", **fields})


def test_who_is_not_signed_in_is_asked_to(client, db):
    answer = client.get(URL)

    assert answer.url == f"{reverse('account_login')}?next={URL}"


def test_the_page_shows_the_name_and_leads_to_everything_about_signing_in(
    client, alice
):
    client.force_login(alice)

    page = client.get(URL).content.decode()

    assert "<strong>Alice</strong>" in page
    for name in (
        "account_email",
        "account_change_password",
        "mfa_index",
        "usersessions_list",
    ):
        assert f'href="{reverse(name)}"' in page


def test_what_was_chosen_is_kept(client, alice):
    client.force_login(alice)

    save(client, language="de", time_zone="Europe/Vienna", birth_year="1970")

    alice.refresh_from_db()
    assert (alice.language, alice.time_zone) == ("de", "Europe/Vienna")
    assert alice.birth_year == 1970


@pytest.mark.parametrize(
    "wrong",
    [
        {"language": "xx"},
        {"time_zone": "Moon/Base"},
        {"time_zone": ""},
        {"birth_year": "1899"},
        {"birth_year": "2027"},
        {"birth_year": "x"},
    ],
)
def test_nonsense_is_refused_and_nothing_is_kept(client, alice, wrong):
    with time_machine.travel(datetime(2026, 11, 1, tzinfo=UTC)):
        client.force_login(alice)
        answer = save(client, **{"time_zone": "Europe/Vienna", **wrong})

    assert answer.status_code == 200
    assert 'class="errorlist"' in answer.content.decode()
    assert User.objects.get().time_zone == ""


def test_a_birth_year_can_be_this_year_and_can_be_taken_back(client, alice):
    with time_machine.travel(datetime(2026, 11, 1, tzinfo=UTC)):
        client.force_login(alice)
        save(client, birth_year="2026")
        assert User.objects.get().birth_year == 2026

        save(client, birth_year="")
        assert User.objects.get().birth_year is None


def test_the_zone_of_the_browser_is_offered_until_it_is_confirmed(client, alice):
    client.force_login(alice)
    client.cookies["zone"] = "Asia%2FTokyo"

    page = client.get(URL).content.decode()
    assert '<option value="Asia/Tokyo" selected>' in page
    assert "Save to confirm it." in page

    save(client, time_zone="Asia/Tokyo")
    assert "Save to confirm it." not in client.get(URL).content.decode()


def test_a_zone_that_does_not_exist_is_not_believed(client, alice):
    client.force_login(alice)
    client.cookies["zone"] = "../../etc/passwd"

    assert '<option value="UTC" selected>' in client.get(URL).content.decode()


def test_saving_does_not_undo_a_deactivation_of_the_same_moment(
    client, alice, monkeypatch
):
    client.force_login(alice)

    def shut_out_meanwhile(request):
        User.objects.update(is_active=False)
        return ""

    # Asked for after the person was read, and before they are written.
    monkeypatch.setattr(time_zones, "guess", shut_out_meanwhile)
    save(client, language="de")

    alice.refresh_from_db()
    assert (alice.language, alice.is_active) == ("de", False)


def test_the_name_cannot_be_changed_here(client, alice):
    client.force_login(alice)

    save(client, name="Mallory", is_staff="on")

    alice.refresh_from_db()
    assert (alice.name, alice.is_staff) == ("Alice", False)
