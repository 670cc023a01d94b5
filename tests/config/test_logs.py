import logging

import pytest

from config.logs import QUIET, OnceAnHour


@pytest.fixture(autouse=True)
def ops(settings):
    settings.ADMINS = [("ops@example.org", "ops@example.org")]


@pytest.mark.parametrize("room", ["accounts", "games", "django"])
def test_admins_hear_of_errors_of_the_site_and_of_nothing_less(room, mailoutbox):
    logger = logging.getLogger(f"{room}.test")
    logger.warning("It is late")
    assert mailoutbox == []
    logger.error("Something broke in %s", room)
    [mail] = mailoutbox
    assert mail.to == ["ops@example.org"]
    assert f"Something broke in {room}" in mail.subject


def test_an_error_that_comes_again_and_again_is_one_mail_an_hour():
    def logged(game, at):
        return logging.makeLogRecord(
            {"msg": "Game %s cannot be judged", "args": (game,), "created": at}
        )

    only = OnceAnHour()
    assert [only.filter(logged("a", at)) for at in (0, 30, 60)] == [True, False, False]
    assert only.filter(logged("b", 60))
    assert [only.filter(logged("a", QUIET + at)) for at in (0, 1)] == [True, False]
