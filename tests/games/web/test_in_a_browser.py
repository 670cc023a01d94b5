"""The pages of games as a browser sees them, and two people at one board."""

import pytest
from django.urls import reverse

from games.engine.rules import table
from games.models import Game, Seat
from tests.browsing import assert_good
from tests.games.cast import begun, fitting_cell, offer, play_out
from tests.people import make_person

PASSWORD = "seventy-two tiles"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def alice(transactional_db):
    return make_person("Alice", password=PASSWORD)


@pytest.fixture
def bob(transactional_db):
    return make_person("Bob", password=PASSWORD)


@pytest.fixture
def site(live_server, page):
    page.set_viewport_size({"width": 390, "height": 844})
    return live_server.url


@pytest.fixture
def open_as(browser, site):
    """A window of this person's, on this page."""
    contexts = []

    def opened(person, address="/", **options):
        context = browser.new_context(viewport={"width": 390, "height": 844}, **options)
        contexts.append(context)
        window = context.new_page()
        window.goto(f"{site}{reverse('account_login')}?next={address}")
        window.get_by_label("Email").fill(person.email)
        window.get_by_label("Password").fill(PASSWORD)
        window.get_by_role("button", name="Sign In", exact=True).click()
        window.wait_for_url(f"{site}{address}")
        return window

    yield opened
    for context in contexts:
        context.close()


def address_of(game):
    return reverse("table", args=[game.public_id])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_for_everybody_are_good(page, site, complaints, scheme, alice, bob):
    page.emulate_media(color_scheme=scheme)
    over = begun(alice, bob, rules=table(2, end="referee"))
    play_out(over)
    for address in (
        reverse("home"),
        reverse("lobby"),
        reverse("rules"),
        reverse("fairness"),
        address_of(over),
        address_of(begun(alice, bob)),
        address_of(offer(alice)),
    ):
        page.goto(site + address)
        assert_good(page, complaints)


def test_the_pages_of_a_player_are_good(open_as, site, alice, bob):
    mine = begun(alice, bob, aids=True)
    heard = []
    window = open_as(alice)
    window.on("pageerror", lambda error: heard.append(str(error)))
    for address in (
        reverse("home"),
        reverse("new_game"),
        address_of(mine),
        address_of(begun(bob, alice)),
        address_of(begun(alice, bob, rules=table(2, first="host"))),
        address_of(offer(alice, entry=Game.Entry.LINK)),
        reverse("resign", args=[mine.public_id]),
    ):
        window.goto(site + address)
        assert_good(window, heard)


def test_an_offer_takes_two_clicks_and_its_number_comes_from_the_browser(
    open_as, alice
):
    window = open_as(alice, reverse("new_game"))
    window.get_by_role("button", name="Offer this game").click()
    window.get_by_text("One more player is needed").wait_for()
    assert Seat.objects.get().nonce_by == Seat.NonceBy.PLAYER


def test_a_field_is_chosen_and_then_placed_and_the_other_page_notices(
    open_as, alice, bob
):
    game = begun(alice, bob)
    cell = fitting_cell(game)
    hers, his = open_as(alice, address_of(game)), open_as(bob, address_of(game))
    assert his.locator("#hand").count() == 0

    hers.click(f'[data-cell="{cell}"]')
    assert game.events.count() == 1
    hers.get_by_role("button", name="Place it").click()

    hers.wait_for_selector('#board[data-seq="2"]')
    his.wait_for_selector('#board[data-seq="2"]', timeout=15_000)
    assert his.locator("#hand").count() == 1
    assert hers.locator("#hand").count() == 0


def test_a_choice_is_not_taken_away_by_news(open_as, alice, bob):
    game = begun(alice, bob)
    cell = fitting_cell(game)
    window = open_as(alice, address_of(game))
    window.click(f'[data-cell="{cell}"]')
    Game.objects.filter(pk=game.pk).update(seq=5)
    window.wait_for_timeout(5_000)
    assert window.locator(".chosen").count() == 1


def test_without_script_a_field_places_at_once(open_as, alice, bob):
    game = begun(alice, bob)
    cell = fitting_cell(game)
    window = open_as(alice, address_of(game), java_script_enabled=False)
    window.click(f'[data-cell="{cell}"]')
    window.wait_for_selector('#board[data-seq="2"]')
    assert window.get_attribute(f'[data-cell="{cell}"]', "data-digit")


def test_without_script_the_server_makes_the_number(open_as, alice, bob):
    game = offer(alice)
    window = open_as(bob, address_of(game), java_script_enabled=False)
    window.get_by_role("button", name="Join this game").click()
    window.wait_for_selector("#board")
    assert game.seats.get(person=bob).nonce_by == Seat.NonceBy.SERVER
