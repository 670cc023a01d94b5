import pytest
from django.core.management import CommandError, call_command

from accounts.models import Notice, User
from games.management.demo.people import PASSWORD
from games.models import Game
from tests.people import make_person

pytestmark = pytest.mark.django_db


def kinds(status):
    games = Game.objects.filter(status=status)
    return {(game.rules["name"], game.rules["players"]) for game in games}


def test_there_is_a_game_of_every_kind(capsys):
    call_command("demo")

    assert f"Their password is {PASSWORD}." in capsys.readouterr().out
    everything = {("duel", 2), *(("table", players) for players in (1, 2, 3, 4))}
    assert kinds("running") == kinds("over") == everything
    assert set(Game.objects.filter(status="over").values_list("reason", flat=True)) == {
        "no_field",
        "claimed",
        "bag_empty",
        "resigned",
        "timeout",
        "removed",
        "voided",
    }
    voided_by = {
        game.events.get(ends="voided").payload["by"]
        for game in Game.objects.filter(reason="voided")
    }
    assert voided_by == {"moderator", "players", "player", "site"}
    offers = Game.objects.filter(status="open")
    assert {game.entry for game in offers} == {"open", "link", "invited"}
    call_command("verify_games")
    waiting = set(Notice.objects.waiting().values_list("payload__game", flat=True))
    assert {game.status for game in Game.objects.in_bulk(waiting).values()} == {
        "running",
        "open",
    }


def test_its_people_can_sign_in_and_a_second_time_changes_nothing():
    call_command("demo")
    before = list(Game.objects.order_by("pk").values())
    call_command("demo")
    assert list(Game.objects.order_by("pk").values()) == before
    assert User.objects.count() == 5
    for person in User.objects.all():
        assert person.check_password(PASSWORD)
        assert person.verified_address() == person.email
    dora = User.objects.get(name="Dora")
    assert dora.is_staff
    assert dora.has_perm("accounts.view_user")
    # Nobody rules on an own game.
    assert not dora.seats.exists()


def test_production_refuses(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="production"):
        call_command("demo")
    assert not User.objects.exists()


def test_a_name_that_is_taken_is_one_sentence():
    person = make_person("Bob")
    person.emailaddress_set.update(email="other@example.org")
    with pytest.raises(CommandError, match="Somebody else is called Bob already"):
        call_command("demo")
