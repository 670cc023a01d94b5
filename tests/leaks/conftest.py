from collections.abc import Callable, Iterator

import pytest
import time_machine

from accounts.delivery import deliver
from tests.games.cast import NOON
from tests.leaks.scene import Scene, make_scene


@pytest.fixture
def scene_of(db, settings, tmp_path) -> Iterator[Callable[[str], Scene]]:
    """Makes a scene around a game of this kind; its mails lie in the mailbox."""
    settings.POSTDOKU_ADMIN_SECOND_FACTOR = True
    settings.MAIL_IS_DELIVERED = False
    settings.MAIL_DIR = tmp_path / "mail"

    def make(kind: str) -> Scene:
        scene = make_scene(kind)
        deliver(now=NOON)
        return scene

    with time_machine.travel(NOON, tick=False):
        yield make


@pytest.fixture
def scene(scene_of) -> Scene:
    return scene_of("duel")
