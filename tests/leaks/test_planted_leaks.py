"""The comparison finds what was planted: in pages, headers, logs and rows."""

import pytest

from tests.leaks import planted
from tests.leaks.answers import Request
from tests.leaks.comparison import Difference, at_the_game, leaks


@pytest.fixture
def table(scene) -> str:
    return f"/games/{scene.game.public_id}/"


@pytest.mark.parametrize(
    ("planted_in", "part"), [("in_a_header", "headers"), ("in_the_log", "logged")]
)
@pytest.mark.parametrize("role", ["anonymous", "admin"])
def test_a_middleware_that_tells_is_found_everywhere(
    scene, settings, role, planted_in, part
):
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"tests.leaks.planted.{planted_in}"]

    requests = [one for one in at_the_game(scene) if one.method == "GET"]
    found = leaks(scene, role, requests)

    assert [one.address for one in found] == [one.address for one in requests]
    assert all(one.parts == [part] for one in found)


def test_a_hand_in_the_page_of_the_opponent_is_found(scene, table, monkeypatch):
    visible = "games.queries.visible"
    monkeypatch.setattr(f"{visible}._may_hold_a_tile", lambda game, seat: True)
    monkeypatch.setattr(f"{visible}._hand", planted.hand_for_everybody)

    found = leaks(scene, "opponent", at_the_game(scene))

    assert Difference("GET", table, ["body"]) in found
    assert Difference("GET", table + "state.json", ["body"]) in found


def test_a_tile_in_an_error_is_found(scene, table, monkeypatch):
    """An answer to a wrong move that depends on whether the tile would fit."""
    visible = "games.queries.visible"
    monkeypatch.setattr(f"{visible}._may_hold_a_tile", lambda game, seat: True)
    monkeypatch.setattr(f"{visible}._hand", planted.hand_for_everybody)

    wrong = [one for one in at_the_game(scene) if one.address == table + "place"]
    found = leaks(scene, "opponent", wrong)

    assert {(one.method, one.address) for one in found} == {("POST", table + "place")}


def test_a_tile_in_the_outbox_is_found(scene, table, monkeypatch):
    monkeypatch.setattr("accounts.outbox.write", planted.write_with_the_tile)
    agree = Request("POST", table + "resign", {"key": "0" * 32})
    moves = [one for one in at_the_game(scene) if one.address == table + "place"]

    found = leaks(scene, "owner", [agree, *moves])

    assert Difference("POST", table + "place", ["written"]) in found
