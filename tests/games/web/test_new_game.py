from uuid import uuid4

import pytest
from django.test import Client

from games.models import Game

pytestmark = pytest.mark.django_db

CHOSEN = {
    "rules": "duel",
    "players": "2",
    "scoring": "neighbours",
    "end": "",
    "first": "lot",
    "days": "3",
    "aids": "",
    "entry": "open",
    "names": "",
    "spectators": "on",
}


def make(client, **chosen):
    return client.post("/games/new/", {**CHOSEN, "key": uuid4(), **chosen})


def test_a_new_game_leads_to_its_page_with_the_hosts_nonce_to_come(alice, sign_in):
    client = sign_in(alice)
    answer = make(client)
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.public_id}/"
    assert (game.creator, game.rule_set.name, game.days_a_move) == (alice, "duel", 3)
    page = client.get(answer["Location"]).content
    assert b'data-nonce="at once"' in page
    assert game.commitment.encode() in page


def test_a_doubled_post_makes_one_game(alice, sign_in):
    client, key = sign_in(alice), uuid4()
    assert make(client, key=key)["Location"] == make(client, key=key)["Location"]
    assert Game.objects.count() == 1


def test_every_choice_arrives(alice, bob, carol, sign_in):
    make(
        sign_in(alice),
        rules="table",
        players="3",
        scoring="simple",
        end="referee",
        first="1",
        days="14",
        aids="yes",
        entry="invited",
        names="bob, CAROL,Alice",
        spectators="",
    )
    game = Game.objects.get()
    rules = game.rule_set
    assert (rules.name, rules.players, rules.scoring) == ("table", 3, "simple")
    assert (rules.end, rules.first, game.host_first) == ("referee", "host", 1)
    assert (game.days_a_move, game.aids, game.spectators) == (14, True, False)
    assert {i.person for i in game.invitations.all()} == {bob, carol}


@pytest.mark.parametrize(
    ("chosen", "end", "aids"),
    [
        ({"rules": "duel"}, "referee", False),
        ({"rules": "table"}, "claim", False),
        ({"rules": "table", "players": "1"}, "referee", True),
        ({"rules": "table", "players": "1", "end": "claim"}, "claim", False),
    ],
)
def test_what_is_usual_depends_on_the_rest(chosen, end, aids, alice, sign_in):
    make(sign_in(alice), **chosen)
    game = Game.objects.get()
    assert (game.rule_set.end, game.aids) == (end, aids)


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"players": "3"}, "A duel is for two."),
        ({"scoring": "simple"}, "A duel counts all neighbours."),
        ({"end": "claim"}, "In a duel the referee sees the end."),
        ({"first": "oldest"}, "In a duel the lot decides, or you name a seat."),
        ({"rules": "table", "first": "3"}, "There are not so many seats."),
        (
            {"rules": "table", "aids": "yes"},
            "Let the referee see the end, or do not show it.",
        ),
        ({"entry": "invited"}, "Write whom you invite."),
        ({"entry": "invited", "names": "Nobody"}, "Nobody here is called Nobody."),
        ({"entry": "invited", "names": "Alice"}, "Write whom you invite."),
        (
            {"rules": "table", "players": "1", "entry": "invited", "names": "Bob"},
            "Alone there is nobody to invite.",
        ),
        ({"names": "Bob"}, "Names are for a game by invitation."),
        ({"entry": "link", "names": "Bob"}, "Names are for a game by invitation."),
        (
            {"entry": "invited", "names": "Bob, Carol"},
            "These are more people than seats beside yours.",
        ),
    ],
)
def test_what_does_not_go_together_is_said_and_nothing_is_lost(
    chosen, sentence, alice, bob, carol, sign_in
):
    answer = make(sign_in(alice), days="14", **chosen)
    text = answer.content.decode()
    assert answer.status_code == 400
    assert text.count('class="errorlist"') == 1
    assert sentence in text
    assert '<option value="14" selected>' in text
    assert not Game.objects.exists()


def test_the_form_explains_its_choices_and_leads_to_the_rules(alice, sign_in):
    text = sign_in(alice).get("/games/new/").content.decode()
    main = text[text.index("<main") : text.index("</main>")]
    assert 'href="/rules/"' in main
    for field in ("end", "first", "aids"):
        assert f'id="id_{field}_helptext"' in main


def test_names_that_cannot_be_invited_stay_written(alice, bob, carol, sign_in):
    answer = make(sign_in(alice), entry="invited", names="Bob, Carol")
    assert 'value="Bob, Carol"' in answer.content.decode()


def test_offering_a_game_needs_somebody_who_is_signed_in(db):
    assert Client().get("/games/new/").status_code == 302
