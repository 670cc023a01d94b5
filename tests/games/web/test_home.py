from datetime import timedelta

import pytest
from django.test import Client

from games.engine.rules import table
from games.models import Game
from games.services import play
from tests.games.cast import NOON, asked, begun, move, offer, play_out

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.time_machine("2026-11-01T18:00:00Z", tick=False),
]


def order(text, *games):
    """These games in the order in which the page shows them."""
    places = {text.find(f'href="/games/{g.public_id}/"'): g for g in games}
    return [places[at] for at in sorted(places) if at >= 0]


def test_who_is_signed_out_learns_what_this_is(db):
    text = Client().get("/").content.decode()
    assert "Sudoku for two, by post" in text
    assert text.count("data-cell=") == 81
    assert text.count("data-digit=") == 9 + 26


def test_the_rules_are_one_step_away(db):
    text = Client().get("/games/").content.decode()
    assert 'href="/rules/"' in text[text.index("<nav") : text.index("</nav>")]


def test_my_turns_come_first_by_time_left_then_the_others(alice, bob, sign_in):
    waiting = begun(bob, alice)
    late = begun(alice, bob)
    Game.objects.filter(pk=late.pk).update(turn_began_at=NOON + timedelta(hours=1))
    urgent = begun(alice, bob)
    done = begun(alice, bob)
    play_out(done)
    mine = offer(alice)

    text = sign_in(alice).get("/").content.decode()

    assert order(text.split("</p>", 1)[1], done, late, mine, urgent, waiting) == [
        urgent,
        late,
        waiting,
        mine,
        done,
    ]
    assert "Your turn in 2 games" in text


def test_my_games_are_kept_nowhere(alice, sign_in):
    assert sign_in(alice).get("/")["Cache-Control"] == "private, no-store"


def test_games_of_others_are_not_listed(alice, bob, carol, sign_in):
    game = begun(alice, bob)
    text = sign_in(carol).get("/").content.decode()
    assert game.public_id not in text
    assert "No post today." in text


def test_an_invitation_waits_until_it_is_answered(alice, bob, sign_in):
    game = offer(alice, entry=Game.Entry.INVITED, invited=[bob], rules=table(3))
    assert order(sign_in(bob).get("/").content.decode(), game) == [game]
    client = sign_in(bob)
    assert "Invitations" in client.get("/").content.decode()
    client.post(f"/games/{game.public_id}/join")
    text = client.get("/").content.decode()
    assert "Invitations" not in text
    assert order(text, game) == [game]


def test_an_invitation_is_post(alice, bob, sign_in):
    offer(alice, entry=Game.Entry.INVITED, invited=[bob])
    assert "No post today." not in sign_in(bob).get("/").content.decode()


def test_a_finished_game_says_who_won(alice, bob, sign_in):
    game = begun(alice, bob)
    move(game)
    play.resign(**asked(game, alice))
    assert "Duel · You have won" in sign_in(bob).get("/").content.decode()
    assert "Duel · Bob has won" in sign_in(alice).get("/").content.decode()


def test_at_a_full_table_every_score_has_its_name(alice, bob, carol, sign_in):
    game = begun(alice, bob, carol, rules=table(3, first="host"))
    move(game)
    points = game.seats.get(person=alice).score
    text = sign_in(bob).get("/").content.decode()
    assert f"Alice {points}<" in text
    assert "Bob 0<" in text


def test_the_lobby_lists_what_one_could_join(alice, bob, carol, sign_in):
    game = offer(alice)
    by_link = offer(alice, entry=Game.Entry.LINK)
    invited = offer(alice, entry=Game.Entry.INVITED, invited=[bob])
    running = begun(alice, bob)
    every = (game, by_link, invited, running)

    assert order(sign_in(bob).get("/games/").content.decode(), *every) == [game]
    assert order(Client().get("/games/").content.decode(), *every) == [game]
    assert order(sign_in(alice).get("/games/").content.decode(), *every) == []


def test_an_empty_lobby_promises_the_mail_that_is_sent(db):
    assert b"a mail tells you when the game begins" in Client().get("/games/").content


def test_an_offer_without_its_hosts_nonce_is_not_listed_yet(alice):
    game = offer(alice)
    game.seats.update(nonce="")
    assert order(Client().get("/games/").content.decode(), game) == []


def test_the_lists_ask_the_database_equally_often_for_few_and_many(
    alice, bob, carol, sign_in, django_assert_num_queries
):
    def fill():
        move(begun(alice, bob))
        begun(alice, bob)
        play_out(begun(alice, bob))
        offer(alice)
        offer(carol)
        offer(bob, entry=Game.Entry.INVITED, invited=[alice])

    client = sign_in(alice)
    for _ in range(2):
        fill()
        with django_assert_num_queries(9):
            client.get("/")
        with django_assert_num_queries(4):
            client.get("/games/")
