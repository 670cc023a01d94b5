"""What cannot be taken now is asked for again, and nothing of it is lost."""

from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from tests.games.cast import begun, fitting_cell
from tests.games.web.marks import marks_of


@pytest.fixture
def visitor(alice):
    client = Client(raise_request_exception=False)
    client.force_login(
        alice, backend="allauth.account.auth_backends.AuthenticationBackend"
    )
    return client


@contextmanager
def game_locked_by_somebody(game):
    """On a connection of its own: the row, or where there are no row locks, all."""
    other = connection.copy()
    with other.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("BEGIN")
            cursor.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [game])
        else:
            cursor.execute("BEGIN IMMEDIATE")
        yield
        cursor.execute("ROLLBACK")
    other.close()


def impatient():
    """Half a second has to do in a test: the settings say three and twenty."""
    sql = {
        "postgresql": "SET lock_timeout = '0.5s'",
        "sqlite": "PRAGMA busy_timeout = 100",
    }
    with connection.cursor() as cursor:
        cursor.execute(sql[connection.vendor])


@pytest.mark.django_db(transaction=True)
def test_a_move_behind_a_lock_can_be_sent_again_from_the_answer(alice, bob, visitor):
    game = begun(alice, bob)
    address = f"/games/{game.public_id}/place"
    said = {"turn_no": "1", "cell": fitting_cell(game), "key": str(uuid4())}
    impatient()
    with game_locked_by_somebody(game.pk):
        answer = visitor.post(address, said)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    page = answer.content.decode()
    assert f'action="{address}"' in page
    for name, value in said.items():
        assert f'name="{name}" value="{value}"' in page
    assert marks_of(answer).form["key"] == said["key"]
    assert game.events.count() == 1

    assert visitor.post(address, said).status_code == 302
    assert game.events.get(seq=2).key == f"seat:0:{said['key']}"


@pytest.mark.django_db
@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_is_away_is_503_on_every_page(error, monkeypatch, visitor):
    def away(self):
        raise error("gone")

    # Asked first of all: who is this?
    monkeypatch.setattr(
        "django.contrib.sessions.backends.db.SessionStore._get_session_from_db", away
    )
    for path in ("/", "/games/", "/accounts/login/", "/admin/"):
        answer = visitor.get(path)
        assert answer.status_code == 503, path
        assert f'href="{path}"' in answer.content.decode()
        assert answer["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_a_password_is_not_sent_back(monkeypatch):
    def away(*args, **said):
        raise OperationalError("gone")

    monkeypatch.setattr("allauth.account.forms.LoginForm.clean", away)
    said = {"login": "alice@example.org", "password": "seventy-two tiles"}
    visitor = Client(raise_request_exception=False)
    answer = visitor.post("/accounts/login/", said)
    assert answer.status_code == 503
    assert "seventy-two" not in answer.content.decode()


@pytest.mark.django_db
def test_any_other_error_is_our_own_fault(monkeypatch, visitor):
    def broken(**said):
        raise ZeroDivisionError

    monkeypatch.setattr("games.web.home.my_games", broken)
    assert visitor.get("/").status_code == 500
