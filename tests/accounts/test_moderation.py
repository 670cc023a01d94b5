import pytest
from django.test import Client
from django.urls import reverse

from accounts import moderation
from accounts.models import Deactivation
from tests.people import make_person

PASSWORD = "seventy-two tiles"


@pytest.fixture
def alice(db):
    return make_person("Alice", password=PASSWORD)


def signed_in(person):
    """Sign in by the page: allauth keeps the list of sessions there."""
    client = Client()
    words = {"login": person.email, "password": PASSWORD}
    client.post(reverse("account_login"), words)
    return client


def test_a_deactivated_person_is_signed_out_everywhere(alice, dora, now):
    laptop, phone = signed_in(alice), signed_in(alice)
    assert laptop.get("/settings/").status_code == 200
    assert phone.get("/settings/").status_code == 200

    moderation.deactivate(person=alice, reason="x", by=dora, now=now)

    assert laptop.get("/settings/").status_code == 302
    assert phone.get("/settings/").status_code == 302


def test_a_session_does_not_come_back_with_the_person(alice, dora, now):
    laptop = signed_in(alice)

    moderation.deactivate(person=alice, reason="x", by=dora, now=now)
    moderation.reactivate(person=alice, by=dora, now=now)

    assert laptop.get("/settings/").status_code == 302
    assert signed_in(alice).get("/settings/").status_code == 200


def test_said_twice_the_first_word_holds(alice, dora, now):
    moderation.deactivate(person=alice, reason="first", by=dora, now=now)
    moderation.deactivate(person=alice, reason="second", by=dora, now=now)

    assert Deactivation.objects.get().reason == "first"


def test_a_second_time_is_a_second_row(alice, dora, now):
    moderation.deactivate(person=alice, reason="first", by=dora, now=now)
    moderation.reactivate(person=alice, by=dora, now=now)
    moderation.deactivate(person=alice, reason="second", by=dora, now=now)

    assert Deactivation.objects.filter(lifted_at=None).get().reason == "second"
    assert Deactivation.objects.count() == 2


def test_a_moderator_does_not_judge_colleagues_and_an_admin_does(dora, now):
    chief = make_person("Chief", is_staff=True, is_superuser=True)

    with pytest.raises(moderation.NotInCare):
        moderation.deactivate(person=chief, reason="x", by=dora, now=now)
    with pytest.raises(moderation.NotInCare):
        moderation.deactivate(person=dora, reason="x", by=dora, now=now)
    moderation.deactivate(person=dora, reason="x", by=chief, now=now)

    dora.refresh_from_db()
    assert not dora.is_active


def test_the_words_go_with_the_person(alice, dora, now):
    moderation.deactivate(person=alice, reason="x", by=dora, now=now)

    alice.delete()

    assert not Deactivation.objects.exists()
