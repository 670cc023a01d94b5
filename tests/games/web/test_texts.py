import pytest
from django.db import connection
from django.test import Client

from games.web import home


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/rules/", "/fairness/", "/games/", "/"])
def test_everybody_can_read_it_in_english_and_german(address):
    english = Client().get(address)
    german = Client().get(address, headers={"Accept-Language": "de"})
    assert (english.status_code, german.status_code) == (200, 200)
    assert b'<html lang="en">' in english.content
    assert b'<html lang="de">' in german.content


@pytest.mark.django_db
def test_the_rules_say_what_a_running_game_tells():
    text = Client().get("/rules/").content.decode()
    assert "the tile of the player to move fits somewhere" in text


@pytest.mark.django_db
def test_the_fairness_page_says_what_it_cannot_do():
    assert "also holds the last seat" in Client().get("/fairness/").content.decode()


@pytest.mark.django_db
def test_what_is_not_there_is_said_kindly():
    answer = Client().get("/nowhere/")
    assert answer.status_code == 404
    assert b"Address unknown" in answer.content


@pytest.mark.django_db
def test_a_page_that_is_too_old_is_said_kindly():
    answer = Client(enforce_csrf_checks=True).post("/games/nowhere/place")
    assert answer.status_code == 403
    assert b"This page was too old" in answer.content


@pytest.mark.django_db
def test_what_broke_is_said_without_the_database(
    monkeypatch, django_assert_num_queries
):
    def broken(**_):
        raise OSError

    monkeypatch.setattr(home, "draw", broken)
    client = Client(raise_request_exception=False)
    with django_assert_num_queries(0, connection=connection):
        answer = client.get("/")
    assert answer.status_code == 500
    assert b"Something broke" in answer.content
