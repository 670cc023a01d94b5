"""Nobody but its owner can tell a hidden tile from any byte that the site sends."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import clear_url_caches, path

from tests.leaks.addresses import Unfilled, every_address
from tests.leaks.answers import Request, ask
from tests.leaks.comparison import at_the_game, differences, everywhere, leaks
from tests.leaks.scene import KINDS, ROLES


@pytest.mark.parametrize("role", ROLES)
def test_no_address_of_the_site_tells_a_hidden_tile(scene, role):
    assert leaks(scene, role, everywhere(scene)) == []


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "duel"])
def test_no_kind_of_game_tells_a_hidden_tile(scene_of, kind):
    scene = scene_of(kind)
    found = {role: leaks(scene, role, at_the_game(scene)) for role in ROLES}
    assert found == {role: [] for role in ROLES}


@pytest.mark.parametrize("kind", KINDS)
def test_the_owner_sees_another_tile_in_the_other_world(scene_of, kind):
    scene = scene_of(kind)
    table = f"/games/{scene.game.public_id}/"
    pages = [Request("GET", table), Request("GET", table + "state.json")]

    found = differences(scene, "owner", pages, keeps=None)

    assert [one.address for one in found] == [table, table + "state.json"]
    assert all("body" in one.parts for one in found)


def test_the_walk_reaches_what_could_tell(scene):
    addresses = every_address(scene.fillings())
    game, desk = scene.game.public_id, f"/admin/games/game/{scene.game.pk}/"
    telling = {
        "/",
        "/games/",
        f"/games/{game}/",
        f"/games/{game}/state.json",
        f"/games/{game}/seq",
        "/admin/games/game/",
        desk + "change/",
        desk + "void/",
        *(address for address in addresses if address.startswith("/mailbox/")),
    }
    answers = {
        address: ask(scene.sessions["admin"], Request("GET", address)).status
        for address in addresses
    }

    assert {answers[address] for address in telling} == {200}


def test_a_parameter_that_nobody_fills_is_refused(scene, monkeypatch):
    def view(request: HttpRequest, tile: int) -> HttpResponse:
        return HttpResponse(tile)

    monkeypatch.setattr("config.urls.urlpatterns", [path("tiles/<int:tile>/", view)])
    clear_url_caches()
    try:
        with pytest.raises(Unfilled, match="tile in /tiles/"):
            every_address(scene.fillings())
    finally:
        clear_url_caches()
