from uuid import uuid4

import pytest
from django.test import Client

from games.engine.rules import table
from games.models import Game, Seat
from games.services import rematches
from tests.games.cast import NOON, begun, offer, play_out

pytestmark = pytest.mark.django_db

DIGITS = "0123456789abcdef" * 2


def join(client, game, **said):
    return client.post(f"/games/{game.public_id}/join", said)


def test_a_nonce_from_the_browser_is_the_players(alice, bob, sign_in):
    game = offer(alice)
    assert join(sign_in(bob), game, nonce=DIGITS).status_code == 302
    seat = game.seats.get(person=bob)
    assert (seat.nonce, seat.nonce_by) == (DIGITS, Seat.NonceBy.PLAYER)
    game.refresh_from_db()
    assert game.is_running


def test_without_script_the_server_makes_the_nonce_and_says_so(alice, bob, sign_in):
    game = offer(alice)
    join(sign_in(bob), game, nonce="")
    assert game.seats.get(person=bob).nonce_by == Seat.NonceBy.SERVER
    page = sign_in(bob).get(f"/games/{game.public_id}/").content.decode()
    assert "number, made by the server" in page


@pytest.mark.parametrize("nonce", ["0123", "x" * 32, "0" * 100])
def test_a_nonce_that_is_none_is_refused(nonce, alice, bob, sign_in):
    game = offer(alice)
    answer = join(sign_in(bob), game, nonce=nonce)
    assert answer.status_code == 400
    assert b"Your number for the shuffle" in answer.content
    assert not game.seats.filter(person=bob).exists()


def test_a_link_game_is_joined_with_its_token(alice, bob, carol, sign_in):
    game = offer(alice, entry=Game.Entry.LINK)
    address = f"/games/{game.public_id}/"
    page = sign_in(alice).get(address).content.decode()
    assert f"http://testserver{address}?join={game.join_token}" in page
    assert sign_in(bob).get(address).status_code == 404
    assert join(sign_in(bob), game).status_code == 404
    page = sign_in(bob).get(f"{address}?join={game.join_token}").content.decode()
    assert f'name="join" value="{game.join_token}"' in page
    assert join(sign_in(bob), game, join=game.join_token).status_code == 302
    assert game.seats.filter(person=bob).exists()


def test_nobody_but_the_host_is_shown_the_token(alice, bob, carol, sign_in):
    game = offer(alice, entry=Game.Entry.LINK, rules=table(3))
    join(sign_in(bob), game, join=game.join_token)
    page = sign_in(bob).get(f"/games/{game.public_id}/").content.decode()
    assert game.join_token not in page


def test_who_is_signed_out_can_look_at_an_offer_and_sign_in(alice):
    game = offer(alice, entry=Game.Entry.LINK)
    address = f"/games/{game.public_id}/?join={game.join_token}"
    page = Client().get(address).content.decode()
    assert "Sign in to join" in page
    assert f"?next=/games/{game.public_id}/%3Fjoin%3D{game.join_token}" in page


def test_a_refused_offer_still_shows_the_link_that_joins(alice, sign_in):
    game = offer(alice, entry=Game.Entry.LINK)
    link = f"http://testserver/games/{game.public_id}/?join={game.join_token}"
    answer = sign_in(alice).post(f"/games/{game.public_id}/place")
    assert answer.status_code == 400
    assert link in answer.content.decode()


def test_a_seat_is_given_back_before_the_game_begins(alice, bob, sign_in):
    game = offer(alice, rules=table(3))
    join(sign_in(bob), game)
    answer = sign_in(bob).post(f"/games/{game.public_id}/leave")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert not game.seats.filter(person=bob).exists()


def test_without_its_host_an_offer_is_withdrawn_and_the_seed_shown(alice, sign_in):
    game = offer(alice)
    sign_in(alice).post(f"/games/{game.public_id}/leave")
    page = Client().get(f"/games/{game.public_id}/").content.decode()
    assert "This offer was withdrawn." in page
    assert bytes(range(32)).hex() in page


def test_a_game_that_has_begun_takes_nobody(alice, bob, carol, sign_in):
    answer = join(sign_in(carol), begun(alice, bob))
    assert answer.status_code == 409
    assert b"Nobody can join or leave this game any more." in answer.content


def test_a_full_offer_takes_nobody_though_a_nonce_is_missing(
    alice, bob, carol, sign_in
):
    game = begun(alice, bob)
    play_out(game)
    game = rematches.offer(game=game.public_id, person=alice, now=NOON)
    game.invitations.create(person=carol)
    answer = join(sign_in(carol), game)
    assert answer.status_code == 409
    assert b"All seats of this game are taken." in answer.content


def test_only_the_host_adds_the_number_at_once(alice, bob, sign_in):
    """A mail's link must not join: scanners open it, and run its scripts."""
    game = begun(alice, bob)
    play_out(game)
    again = rematches.offer(game=game.public_id, person=alice, now=NOON)
    address = f"/games/{again.public_id}/"
    assert b'data-nonce="at once"' in sign_in(alice).get(address).content
    page = sign_in(bob).get(address).content
    assert b"at once" not in page
    assert b"Join this game" in page


def test_only_its_host_withdraws_a_rematch_and_the_others_decline(alice, bob, sign_in):
    game = begun(alice, bob)
    play_out(game)
    again = rematches.offer(game=game.public_id, person=alice, now=NOON)
    address = f"/games/{again.public_id}/"
    hosts = sign_in(alice).get(address).content.decode()
    others = sign_in(bob).get(address).content.decode()
    assert "Withdraw this offer" in hosts
    assert "Decline" not in hosts
    assert "Withdraw this offer" not in others
    assert others.count("Decline") == 1


def test_who_declines_a_rematch_withdraws_it(alice, bob, sign_in):
    game = begun(alice, bob)
    play_out(game)
    again = rematches.offer(game=game.public_id, person=alice, now=NOON)
    sign_in(bob).post(f"/games/{again.public_id}/leave", {"key": uuid4()})
    again.refresh_from_db()
    assert again.status == Game.Status.CANCELLED


def test_who_is_invited_can_decline(client, alice, bob):
    game = offer(alice, entry=Game.Entry.INVITED, invited=[bob])
    client.force_login(bob)
    page = client.get(f"/games/{game.public_id}/").content.decode()
    assert f"/games/{game.public_id}/decline" in page

    answer = client.post(f"/games/{game.public_id}/decline")

    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert not bob.invitations.exists()
    assert client.get(f"/games/{game.public_id}/").status_code == 404
