"""What moderators decide, and what they are told when it cannot be."""

import re
from uuid import uuid4

import pytest

from accounts.models import Notice
from games.admin.rulings import DECISIONS
from games.engine.rules import table
from games.models import Event, Game, Ruling
from games.services import play
from tests.games.admin.addresses import page
from tests.games.cast import asked, begun, offer


def told(kind: str) -> list[str]:
    people = Notice.objects.filter(kind=kind).values_list("person__name", flat=True)
    return sorted(people)


def said(**more):
    return {"words": "Both asked for it.", "key": uuid4(), **more}


@pytest.fixture
def three(alice, bob, carol) -> Game:
    return begun(alice, bob, carol, rules=table(3, first="host"))


def test_a_moderator_calls_a_game_off_and_both_players_are_told(
    desk, moderator, alice, bob
):
    game = begun(alice, bob)

    answer = desk.post(page(game, "void"), said(), follow=True)

    game.refresh_from_db()
    assert (game.status, game.reason) == ("over", "voided")
    assert told("over") == ["Alice", "Bob"]
    ruling = Ruling.objects.get()
    assert (ruling.game, ruling.by) == (game, moderator)
    shown = answer.content.decode()
    assert "called off, and the players are told" in shown
    assert "Dora: Both asked for it." in shown


def test_a_moderator_removes_a_player_and_the_others_play_on(desk, three):
    desk.post(page(three, "remove"), said(seat=1))

    three.refresh_from_db()
    assert three.is_running
    assert three.seats.get(number=1).left == "removed"
    assert told("out") == ["Bob"]


def test_a_moderator_withdraws_an_offer(desk, alice):
    game = offer(alice)

    answer = desk.post(page(game, "withdraw"), said(), follow=True)

    game.refresh_from_db()
    assert game.status == "cancelled"
    assert told("withdrawn") == ["Alice"]
    assert "Both asked for it." in answer.content.decode()


def test_the_page_offers_what_can_be_decided_now(desk, alice, bob):
    def offered(game):
        return re.findall(r'href="\.\./(\w+)/"', desk.get(page(game)).content.decode())

    running, waiting = begun(alice, bob), offer(alice)
    assert offered(running) == ["void", "remove"]
    assert offered(waiting) == ["withdraw"]
    desk.post(page(running, "void"), said())
    assert offered(running) == []


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda decision: decision.name)
def test_a_form_sent_twice_decides_once(desk, three, decision, alice):
    game = offer(alice) if decision.name == "withdraw" else three
    form = said(seat=1)

    for _ in range(2):
        answer = desk.post(page(game, decision.name), form)
        assert answer.status_code == 302

    assert Ruling.objects.count() == 1
    assert Event.objects.filter(key__startswith="mod:").count() <= 1


def test_every_form_has_a_key_of_its_own(desk, alice, bob):
    game = begun(alice, bob)
    pages = [desk.get(page(game, "void")).content.decode() for _ in range(2)]
    keys = {re.search(r'name="key" value="([^"]+)"', shown)[1] for shown in pages}
    assert len(keys) == 2


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda decision: decision.name)
def test_without_a_reason_nothing_happens(desk, three, decision, alice):
    game = offer(alice) if decision.name == "withdraw" else three
    status = game.status

    answer = desk.post(page(game, decision.name), said(seat=1, words=" "))

    assert "errorlist" in answer.content.decode()
    game.refresh_from_db()
    assert game.status == status
    assert not Ruling.objects.exists()


class TestRefusals:
    def refused(self, answer) -> str:
        assert answer.status_code == 409
        errors = re.search(
            r'errorlist nonfield"[^>]*><li>([^<]+)', answer.content.decode()
        )
        return errors[1]

    def test_a_game_that_is_over(self, desk, alice, bob):
        game = begun(alice, bob)
        desk.post(page(game, "void"), said())
        for name in ("void", "remove"):
            answer = desk.post(page(game, name), said(seat=0))
            assert "over already" in self.refused(answer)
        assert Ruling.objects.count() == 1

    def test_a_seat_that_has_left(self, desk, three, carol):
        play.resign(**asked(three, carol))
        answer = desk.post(page(three, "remove"), said(seat=2))
        assert "has left the game already" in self.refused(answer)

    def test_a_seat_that_there_is_not(self, desk, three):
        answer = desk.post(page(three, "remove"), said(seat=3))
        assert "errorlist" in answer.content.decode()
        assert not Ruling.objects.exists()

    def test_a_game_that_has_not_begun(self, desk, alice):
        answer = desk.post(page(offer(alice), "void"), said())
        assert "has not begun" in self.refused(answer)

    def test_an_offer_that_is_none_any_more(self, desk, three):
        answer = desk.post(page(three, "withdraw"), said())
        assert "no open offer" in self.refused(answer)

    def test_a_key_that_belongs_to_something_else(self, desk, three):
        form = said(seat=1)
        desk.post(page(three, "remove"), form)
        answer = desk.post(page(three, "void"), form)
        assert "sent before" in self.refused(answer)

    @pytest.mark.parametrize("decision", DECISIONS, ids=lambda decision: decision.name)
    def test_an_own_game(self, desk, moderator, alice, decision):
        is_offer = decision.name == "withdraw"
        game = offer(moderator) if is_offer else begun(moderator, alice)

        answer = desk.post(page(game, decision.name), said(seat=1))

        assert "You play in this game" in self.refused(answer)
        assert not Ruling.objects.exists()

    def test_who_may_not_decide(self, client, dora, alice, bob):
        game = begun(alice, bob)
        client.force_login(dora)
        client.post(page(game, "void"), said())
        game.refresh_from_db()
        assert game.is_running


def test_a_look_at_the_form_changes_nothing(desk, three):
    for name in ("void", "remove", "withdraw"):
        assert desk.get(page(three, name)).status_code == 200
    three.refresh_from_db()
    assert three.is_running
