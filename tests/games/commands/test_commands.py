"""Each command is a thin door: what it says, and how it ends."""

import subprocess
import sys
from datetime import timedelta

import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import Notice
from games.models import Game, GameSecret, Pulse
from tests.config.variables import ROOT
from tests.games.cast import NOON, begun, move, offer, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def said(capsys):
    def run(*command):
        call_command(*command)
        return capsys.readouterr().out

    return run


class TestVerifyGames:
    def test_honest_games_pass(self, alice, bob, said):
        play_out(begun(alice, bob))
        offer(alice)
        assert said("verify_games") == "2 games are as their logs say.\n"

    def test_a_difference_is_named_and_is_a_failure(self, alice, bob, capsys):
        good, bad = begun(alice, bob), begun(alice, bob)
        move(bad)
        Game.objects.filter(pk=bad.pk).update(turn_no=9)

        with pytest.raises(CommandError, match="1 of 2 games") as failure:
            call_command("verify_games")

        assert failure.value.returncode == 1
        said = capsys.readouterr().err
        assert f"{bad.public_id} seq 2: the row's turn_no is not the log's" in said
        assert good.public_id not in said

    def test_only_what_was_asked_for(self, alice, bob, said):
        good, bad = begun(alice, bob), begun(alice, bob)
        Game.objects.filter(pk=bad.pk).update(turn_no=9)
        assert said("verify_games", good.public_id).startswith("1 games")

    def test_a_game_that_is_not_there(self):
        with pytest.raises(CommandError, match="There is no game nowhere"):
            call_command("verify_games", "nowhere")


class TestExportGame:
    def test_the_record_verifies_offline(self, alice, bob, said):
        game = begun(alice, bob)
        play_out(game)
        record = said("export_game", game.public_id)
        verified = subprocess.run(
            [sys.executable, "-S", "-m", "games.engine", "verify", "/dev/stdin"],
            input=record.encode(),
            cwd=ROOT,
            capture_output=True,
        )
        assert verified.returncode == 0
        assert verified.stdout.startswith(b"/dev/stdin: ok, scores ")

    def test_a_running_game_has_no_record(self, alice, bob):
        game = begun(alice, bob)
        with pytest.raises(CommandError, match="is not over, or never began"):
            call_command("export_game", game.public_id)

    def test_a_game_that_is_not_there(self):
        with pytest.raises(CommandError, match="There is no game nowhere"):
            call_command("export_game", "nowhere")


class TestRotateSeedKeys:
    def test_the_old_key_can_be_taken_off_afterwards(self, alice, bob, settings, said):
        game = begun(alice, bob)
        new = Fernet.generate_key().decode()
        settings.SEED_KEYS = [new, *settings.SEED_KEYS]

        assert "1 seeds are sealed with the first" in said("rotate_seed_keys")

        settings.SEED_KEYS = [new]
        move(Game.objects.get(pk=game.pk))

    def test_a_key_that_is_missing_is_one_sentence(self, alice, settings):
        offer(alice)
        sealed = GameSecret.objects.get().sealed
        settings.SEED_KEYS = [Fernet.generate_key().decode()]
        with pytest.raises(CommandError, match="SEED_KEYS lacks the key"):
            call_command("rotate_seed_keys")
        assert GameSecret.objects.get().sealed == sealed


class TestTick:
    @pytest.fixture(autouse=True)
    def _files(self, settings, tmp_path):
        settings.MAIL_IS_DELIVERED = False
        settings.MAIL_DIR = tmp_path / "mail"

    def test_it_is_silent_where_nothing_happens(self, said, live_server, settings):
        settings.HEALTH_URL = f"{live_server.url}/healthz"
        assert said("tick") == ""
        pulse = Pulse.read()
        assert timezone.now() - pulse.ticked_at < timedelta(minutes=1)
        assert timezone.now() - pulse.swept_at < timedelta(minutes=1)

    def test_it_delivers_what_is_due(self, alice, bob, said):
        begun(alice, bob)
        assert said("tick") == "mails sent: 2\n"
        assert not Notice.objects.waiting().exists()

    def test_who_is_late_hears_of_it_at_once(
        self, transactional_db, live_server, settings, alice, bob, said
    ):
        settings.HEALTH_URL = f"{live_server.url}/healthz"
        game = begun(alice, bob)
        move(game, now=NOON)
        lines = said("tick").splitlines()
        assert lines[0] == "games void: 1"
        assert "mails sent: 2" in lines
