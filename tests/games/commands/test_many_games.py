"""Commands that go through many games: which ones, how far, and how they end."""

import io
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper
from django.utils import timezone

from games.management.each_game import instant
from games.management.progress import Progress
from games.models import Event, Game, game
from tests.games.cast import NOON, begun, move, offer
from tests.services.flush import triggers_off


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal():
    return Terminal()


def test_a_line_tells_count_share_rate_and_time_left(terminal):
    seconds = iter(range(100))
    progress = Progress(
        OutputWrapper(terminal), total=lambda: 600, clock=lambda: next(seconds)
    )
    for _ in range(3):
        progress.step()
    last = terminal.getvalue().split("\r")[-1]
    assert last == "3 of 600 games (0%), 1 games/s, 10 min left\033[K"
    progress.clear()
    assert terminal.getvalue().endswith("\r\033[K")


@pytest.mark.parametrize("quiet", [True, False])
def test_nobody_counts_or_writes_where_nobody_watches(terminal, quiet):
    stream = terminal if quiet else io.StringIO()
    progress = Progress(OutputWrapper(stream), total=lambda: 1 / 0, quiet=quiet)
    progress.step()
    progress.clear()
    assert stream.getvalue() == ""


@pytest.mark.parametrize(
    ("text", "ago"),
    [
        ("90m", timedelta(minutes=90)),
        ("25h", timedelta(hours=25)),
        ("7d", timedelta(days=7)),
    ],
)
def test_since_can_be_so_long_ago(text, ago):
    assert abs(timezone.now() - ago - instant(text)) < timedelta(minutes=1)


def test_since_can_be_a_date_or_a_time():
    assert instant("2026-11-01") == datetime(2026, 11, 1, tzinfo=UTC)
    assert instant("2026-11-01T12:00") == NOON
    assert instant("2026-11-01T13:00+01:00") == NOON


@pytest.mark.parametrize("text", ["yesterday", "7w", "-1d", "2026-13-01", "999999d"])
def test_since_nonsense_is_one_sentence(text):
    with pytest.raises(CommandError, match="neither like 25h or 7d, nor a date"):
        call_command("verify_games", f"--since={text}")


@pytest.mark.django_db
class TestWhichGames:
    def test_those_in_which_something_happened_since(self, alice, bob, carol):
        begun(alice, bob)
        moved = begun(alice, carol)
        move(moved, now=NOON + timedelta(days=2))
        offer(bob)
        later = NOON + timedelta(days=1)
        Game.objects.filter(pk=offer(carol).pk).update(created_at=later)
        found = Game.objects.touched_since(later)
        assert {game.creator for game in found} == {alice, carol}
        assert moved in found

    def test_a_projection_cannot_hide_one(self, alice, bob, capsys):
        changed = begun(alice, bob)
        move(changed, now=NOON + timedelta(days=2))
        Game.objects.update(turn_no=1, turn_began_at=NOON)
        with pytest.raises(CommandError, match="1 of 1 games"):
            call_command("verify_games", since=NOON + timedelta(days=1))
        assert changed.public_id in capsys.readouterr().err

    def test_all_of_them_batch_by_batch(
        self, alice, monkeypatch, django_assert_num_queries
    ):
        monkeypatch.setattr(game, "BATCH", 2)
        made = [offer(alice).public_id for _ in range(5)]
        with django_assert_num_queries(4):
            assert list(Game.objects.public_ids()) == made

    def test_names_and_a_time_are_too_much(self, alice):
        with pytest.raises(CommandError, match="not both"):
            call_command("verify_games", offer(alice).public_id, since=NOON)


@pytest.mark.django_db
class TestRebuildGames:
    def test_the_rows_are_as_the_logs_say(self, alice, bob, capsys):
        game = begun(alice, bob)
        Game.objects.update(board="." * 81)
        call_command("rebuild_games")
        said = capsys.readouterr().out
        assert said == "The rows of 1 games are as their logs say.\n"
        call_command("verify_games", game.public_id)

    def test_a_broken_log_is_named_and_left_alone(self, alice, bob, capsys):
        good, bad = begun(alice, bob), begun(alice, bob)
        Game.objects.update(board="." * 81)
        with triggers_off():
            Event.objects.filter(game=bad).update(clock=1)

        with pytest.raises(CommandError, match="1 of 2 games have no") as failure:
            call_command("rebuild_games")

        assert failure.value.returncode == 1
        said = capsys.readouterr().err
        assert f"{bad.public_id} seq 1: the hash chain is broken" in said
        bad.refresh_from_db()
        assert bad.board == "." * 81
        call_command("verify_games", good.public_id)
