"""What moderators see of games, and who may see it."""

import json
import re

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.urls import reverse

from accounts.models import Notice
from games.engine.rules import table
from games.models import (
    Event,
    Game,
    GameSecret,
    Invitation,
    Outage,
    Pulse,
    Ruling,
    Seat,
)
from games.services import play
from tests.games.admin.addresses import LIST, page
from tests.games.cast import asked, begun, folded, move, offer, play_out
from tests.people import enter, make_person


def text_of(answer) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


def rows_of(answer) -> list[str]:
    """The public ids in a list."""
    return re.findall(
        r'class="field-public_id"><a href="[^"]+">([^<]+)', text_of(answer)
    )


class TestTheList:
    def test_it_names_rules_status_players_and_the_last_activity(
        self, desk, alice, bob
    ):
        game = begun(alice, bob)

        page = text_of(desk.get(LIST))

        assert rows_of(desk.get(LIST)) == [game.public_id]
        assert "Alice, Bob" in page
        assert "Duel" in page
        assert 'field-status">running' in page
        assert "Nov. 1, 2026, noon" in page

    def test_the_newest_game_stands_first(self, desk, alice, bob):
        old, new = offer(alice), offer(bob)
        assert rows_of(desk.get(LIST)) == [new.public_id, old.public_id]

    def test_private_games_are_there_too(self, desk, alice, bob):
        game = begun(alice, bob, entry=Game.Entry.LINK, spectators=False)
        assert rows_of(desk.get(LIST)) == [game.public_id]

    def test_it_is_searched_by_id_and_by_a_players_name(self, desk, alice, bob, carol):
        game, other = begun(alice, bob), offer(carol)

        assert rows_of(desk.get(LIST, {"q": "ALI"})) == [game.public_id]
        assert rows_of(desk.get(LIST, {"q": other.public_id})) == [other.public_id]
        assert rows_of(desk.get(LIST, {"q": "nobody here"})) == []

    def test_it_is_filtered_by_status_and_rule_set(self, desk, alice, bob):
        duel, solo = begun(alice, bob), begun(alice, rules=table(1, first="host"))
        waiting = offer(bob)

        assert rows_of(desk.get(LIST, {"status": "open"})) == [waiting.public_id]
        assert rows_of(desk.get(LIST, {"rules": "table"})) == [solo.public_id]
        assert duel.public_id in rows_of(desk.get(LIST, {"rules": "duel"}))

    def test_the_filter_names_rule_sets_in_the_persons_language(self, desk, alice, bob):
        begun(alice, bob)
        answer = desk.get(LIST, headers={"Accept-Language": "de"})
        assert ">Duell</a>" in text_of(answer)

    def test_more_games_take_no_more_queries(
        self, desk, alice, bob, django_assert_num_queries
    ):
        begun(alice, bob)
        # Six for who asks (the factor twice); then count, games, seats.
        with django_assert_num_queries(9):
            desk.get(LIST)
        for _ in range(3):
            begun(alice, bob)
        with django_assert_num_queries(9):
            desk.get(LIST)


class TestThePage:
    def test_it_shows_the_board_as_a_spectator_sees_it(self, desk, alice, bob):
        game = begun(alice, bob)
        event = move(game)

        shown = text_of(desk.get(page(game)))

        cell, digit = event.payload["cell"], event.payload["tile"]
        assert f'data-cell="{cell}" data-digit="{digit}"' in shown
        assert len(re.findall("data-cell=", shown)) == 81
        assert 'name="cell"' not in shown
        assert 'id="hand"' not in shown

    def test_it_tells_seats_and_events(self, desk, alice, bob, carol):
        game = begun(alice, bob, carol, rules=table(3, first="host"))
        event = move(game)
        play.resign(**asked(game, carol))

        shown = text_of(desk.get(page(game)))

        tile, cell = event.payload["tile"], event.payload["cell"]
        assert re.search(rf"<td>Alice[^<]* {tile} [^<]*{cell}\b", shown)
        assert "Carol resigned" in shown
        assert re.search(r"Bob</td>\s*<td>0</td>\s*<td>[^<]*to move", shown)

    @pytest.mark.parametrize("ended", [True, False])
    def test_offers_and_finished_games_have_a_page(self, desk, alice, bob, ended):
        game = begun(alice, bob) if ended else offer(alice)
        if ended:
            play_out(game)
        assert game.public_id in text_of(desk.get(page(game)))

    def test_a_longer_log_takes_no_more_queries(
        self, desk, alice, bob, django_assert_num_queries
    ):
        game = begun(alice, bob)
        # Six for who asks (the factor twice); then game, seats, log, outages, rulings.
        for _ in range(2):
            move(game)
            with django_assert_num_queries(11):
                desk.get(page(game))

    def test_a_moderator_who_plays_sees_no_hand_and_cannot_decide(
        self, desk, moderator, alice
    ):
        game = begun(moderator, alice)

        shown = text_of(desk.get(page(game)))

        assert 'id="hand"' not in shown
        assert "another moderator has to decide" in shown
        assert page(game, "void") not in shown
        assert "../void/" not in shown

    def test_no_such_game_is_not_found(self, desk, db):
        assert desk.get(LIST + "4711/change/").status_code == 404
        assert desk.get(LIST + "x/void/").status_code == 404


class TestWhatNobodySees:
    @pytest.mark.parametrize(
        "model", [Event, GameSecret, Invitation, Outage, Pulse, Ruling, Seat]
    )
    def test_only_games_are_registered(self, model):
        assert not admin.site.is_registered(model)
        assert admin.site.is_registered(Game)

    def test_no_page_of_a_running_game_has_a_secret(self, client, alice, bob):
        game = begun(alice, bob, entry=Game.Entry.LINK)
        enter(client, make_person("Chief", is_staff=True, is_superuser=True))
        hidden = (
            bytes(range(32)).hex(),
            folded(game).state.bag,
            game.join_token,
            GameSecret.objects.get(game=game).sealed,
        )
        urls = [LIST, *(page(game, name) for name in ("change", "history", "void"))]
        for url in urls:
            shown = text_of(client.get(url))
            assert [secret for secret in hidden if secret in shown] == []

    def test_the_bag_stays_shut(self, desk, alice, bob, monkeypatch):
        game = begun(alice, bob)
        monkeypatch.setattr("games.secrets._open", None)
        for url in (LIST, page(game), page(game, "void"), page(game, "remove")):
            assert desk.get(url).status_code == 200

    def test_names_and_logs_tell_nothing(self, desk, alice, bob):
        game = begun(alice, bob)
        said = [str(row) for row in (*Seat.objects.all(), *Event.objects.all(), game)]
        said.append(str(GameSecret.objects.get(game=game)))
        said.append(json.dumps(list(Notice.objects.values("payload", "dedupe_key"))))

        for secret in (game.join_token, game.secret.sealed, bytes(range(32)).hex()):
            assert not any(secret in words for words in said)
        assert not LogEntry.objects.exists()


class TestNothingElseCanBeDone:
    def test_no_game_is_added_or_deleted_here(self, client, alice, bob):
        game = begun(alice, bob)
        enter(client, make_person("Chief", is_staff=True, is_superuser=True))

        assert client.get(LIST + "add/").status_code == 403
        answer = client.post(page(game, "delete"), {"post": "yes"})

        assert answer.status_code == 403
        assert Game.objects.filter(pk=game.pk).exists()

    def test_nothing_is_changed_by_its_page(self, desk, alice, bob):
        game = begun(alice, bob)
        assert desk.post(page(game), {"status": "over"}).status_code == 405
        game.refresh_from_db()
        assert game.is_running

    def test_no_action_stands_over_the_list(self, desk, alice, bob):
        game = begun(alice, bob)
        chosen = {"action": "delete_selected", "_selected_action": game.pk}
        assert 'name="action"' not in text_of(desk.get(LIST))
        desk.post(LIST, chosen)
        assert Game.objects.filter(pk=game.pk).exists()


class TestWhoMayEnter:
    @pytest.fixture
    def urls(self, alice, bob):
        game = begun(alice, bob)
        return [LIST, *(page(game, name) for name in ("change", "void", "remove"))]

    def test_staff_without_the_permission_may_not(self, client, dora, urls):
        enter(client, dora)
        assert {client.get(url).status_code for url in urls} == {403}

    def test_who_may_look_may_not_decide(self, client, dora, urls):
        dora.user_permissions.add(Permission.objects.get(codename="view_game"))
        enter(client, dora)
        assert [client.get(url).status_code for url in urls] == [200, 200, 403, 403]
        assert "../void/" not in text_of(client.get(urls[1]))

    def test_the_permission_without_being_staff_is_not_enough(
        self, client, carol, moderator, urls
    ):
        carol.groups.set(moderator.groups.all())
        enter(client, carol)
        assert {client.get(url).status_code for url in urls} == {302}
        assert {client.get(url, follow=True).status_code for url in urls} == {403}

    def test_a_moderator_without_a_second_factor_may_not(self, client, moderator, urls):
        enter(client, moderator, factor=False)
        assert {client.get(url, follow=True).status_code for url in urls} == {403}

    def test_a_stranger_is_sent_to_the_log_in(self, client, urls):
        for url in urls:
            answer = client.get(url, follow=True)
            assert answer.redirect_chain[-1][0].startswith(reverse("account_login"))
