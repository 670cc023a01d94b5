"""No mail, and no row behind it, tells a tile that its reader does not hold."""

from pathlib import Path

import pytest
from django.db import transaction

from accounts.delivery import deliver
from games.models import Event
from tests.games.cast import NOON, folded, move
from tests.leaks.answers import standing_still, written
from tests.leaks.scene import KINDS
from tests.leaks.worlds import swapped


@pytest.fixture
def after_the_owners_move(scene_of, settings, tmp_path):
    """What the site writes and sends when the owner has moved, and who holds what."""

    def look(scene, world: str):
        settings.MAIL_DIR = tmp_path / world
        before = transaction.savepoint()
        with standing_still():
            move(scene.game)
            rows, hands = written(), folded(scene.game).state.hands
            deliver(now=NOON)
        transaction.savepoint_rollback(before)
        scene.game.refresh_from_db()
        return rows, _mails(settings.MAIL_DIR), hands

    return look


def _mails(folder: Path) -> list[bytes]:
    return sorted(path.read_bytes() for path in folder.glob("*.eml"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_move_is_written_and_told_alike_whatever_is_drawn_next(
    scene_of, after_the_owners_move, kind
):
    scene = scene_of(kind)

    rows, mails, hands = after_the_owners_move(scene, "here")
    with swapped(scene.game, keeps=0):
        other_rows, other_mails, other_hands = after_the_owners_move(scene, "there")

    assert hands != other_hands
    assert rows == other_rows
    assert mails == other_mails
    assert any(b"To: bob@example.org" in mail for mail in mails)
    assert Event.objects.filter(game=scene.game).count() > 1
