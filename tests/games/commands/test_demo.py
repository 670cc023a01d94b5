import pytest
from django.core.management import CommandError, call_command
from django.db.models import Q
from django.utils import timezone

from accounts.models import Notice, User
from games.management.demo import playing
from games.management.demo.people import PASSWORD
from games.models import Event, Game
from games.services import timekeeping
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


def test_a_site_that_runs_beside_does_not_find_its_games_late(monkeypatch):
    make_move = playing._make_move

    def sweep_and_move(*arguments):
        now = timezone.now()
        surroundings = {"is_reachable": lambda: True, "other_clock": lambda: now}
        timekeeping.sweep(now=now, **surroundings)
        return make_move(*arguments)

    monkeypatch.setattr(playing, "_make_move", sweep_and_move)
    call_command("demo")

    late = Event.objects.filter(Q(kind="timeout") | Q(payload__by="site"))
    # Which of these two ends how is the sweep's to say, where it is that quick.
    assert {event.game.create_key for event in late} == {
        "demo:out of time",
        "demo:called off by the site",
    }
    assert not Game.objects.filter(ended_at__gt=timezone.now()).exists()


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
