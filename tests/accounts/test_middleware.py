from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.middleware import PersonMiddleware
from tests.people import make_person

GERMAN = {"accept-language": "de"}


def language_of(client, **kwargs):
    return client.get(reverse("account_login"), **kwargs).headers["Content-Language"]


def zone_for(user, cookie=""):
    request = RequestFactory().get("/")
    request.user = user
    request.COOKIES["zone"] = cookie
    seen = []

    def view(request):
        seen.append(timezone.get_current_timezone_name())
        return HttpResponse()

    PersonMiddleware(view)(request)
    return seen[0]


def test_a_stranger_hears_the_language_of_the_browser(client, db):
    assert language_of(client, headers=GERMAN) == "de"
    assert language_of(client, headers={"accept-language": "fr"}) == "en"


def test_a_stranger_can_choose(client, db):
    client.post(reverse("set_language"), {"language": "de"})

    assert language_of(client) == "de"


def test_the_own_setting_beats_the_browser(client, db):
    client.force_login(make_person("Alice", language="en"))

    page = client.get(reverse("settings"), headers=GERMAN)

    assert page.headers["Content-Language"] == "en"
    assert '<html lang="en">' in page.content.decode()


def test_without_a_setting_the_browser_speaks(client, db):
    client.force_login(make_person("Alice", browser_language="en"))

    page = client.get(reverse("settings"), headers=GERMAN)

    assert page.headers["Content-Language"] == "de"


def test_the_own_zone_beats_the_guess_and_the_guess_beats_the_last_one(db):
    chosen = make_person("Alice", time_zone="Asia/Tokyo")
    open_to_guesses = make_person("Bob", browser_time_zone="Europe/Rome")

    assert zone_for(chosen, "Europe/Berlin") == "Asia/Tokyo"
    assert zone_for(open_to_guesses, "Europe/Berlin") == "Europe/Berlin"
    assert zone_for(open_to_guesses) == "Europe/Rome"
