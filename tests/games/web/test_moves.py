from uuid import uuid4

import pytest
from django.test import Client

from games.engine.grid import NAMES
from games.engine.rules import table
from games.models import Game
from games.services import play
from tests.games.cast import (
    asked,
    begun,
    fitting_cell,
    folded,
    move,
    offer,
    play_out,
)
from tests.games.web.marks import marks_of

pytestmark = pytest.mark.django_db

POSTED = ("place", "claim", "call-off", "agree", "join", "leave", "rematch")

# Every digit lies there from the start, so no tile fits everywhere.
WITH_MISFITS = table(2, end="referee", first="host")


def post(client, game, verb, **said):
    said = {"key": uuid4(), **said}
    return client.post(f"/games/{game.public_id}/{verb}", said)


def place(client, game, **said):
    said.setdefault("turn_no", game.turn_no)
    if "cell" not in said:
        said["cell"] = fitting_cell(game)
    return post(client, game, "place", **said)


def a_misfit(game):
    """A free field that breaks the sudoku rule."""
    state = folded(game).state
    fitting = dict(state.board.choices(state.hands[state.turn], "neighbours"))
    return next(
        NAMES[cell]
        for cell, digit in enumerate(game.board)
        if digit == "." and cell not in fitting
    )


def test_a_move_leads_back_to_the_table(alice, bob, sign_in):
    game = begun(alice, bob)
    answer = place(sign_in(alice), game)
    assert (answer.status_code, answer["Location"]) == (
        302,
        f"/games/{game.public_id}/",
    )
    game.refresh_from_db()
    assert (game.seq, game.turn) == (2, 1)


def test_a_doubled_post_answers_like_the_first_and_makes_one_event(alice, bob, sign_in):
    game = begun(alice, bob)
    client, said = sign_in(alice), {"key": uuid4(), "cell": fitting_cell(game)}
    first, second = (place(client, game, **said) for _ in range(2))
    assert (first.status_code, first["Location"]) == (
        second.status_code,
        second["Location"],
    )
    assert game.events.count() == 2


def test_the_same_key_with_another_field_is_refused(alice, bob, sign_in):
    game = begun(alice, bob)
    client, key = sign_in(alice), uuid4()
    place(client, game, key=key)
    assert place(client, game, key=key, cell="i1", turn_no=1).status_code == 422
    assert game.events.count() == 2


def test_a_stale_page_gets_the_new_board(alice, bob, sign_in):
    game = begun(alice, bob)
    move(game)
    move(game)

    answer = place(sign_in(alice), game, turn_no=1)

    assert answer.status_code == 409
    assert marks_of(answer).board["data-seq"] == "3"
    assert b"went on while you were thinking" in answer.content


def test_whoever_is_not_to_move_is_told_so_with_the_board(alice, bob, sign_in):
    game = begun(alice, bob)
    answer = place(sign_in(bob), game)
    assert answer.status_code == 409
    assert b"It is not your turn." in answer.content
    assert marks_of(answer).board["data-turn"] == "0"
    assert marks_of(answer).hand is None


def test_nobody_moves_in_a_game_that_is_over(alice, bob, sign_in):
    game = begun(alice, bob)
    play_out(game)
    answer = place(sign_in(alice), game, cell="a1")
    assert answer.status_code == 409
    assert b"This is how it ended." in answer.content


@pytest.mark.parametrize(
    "said",
    [
        {"cell": "z9"},
        {"cell": ""},
        {"cell": "d4" * 50},
        {"turn_no": "soon"},
        {"turn_no": "9" * 30},
        {"key": "again"},
    ],
)
def test_what_cannot_be_read_is_400_with_the_board(said, alice, bob, sign_in):
    game = begun(alice, bob)
    answer = place(sign_in(alice), game, **said)
    assert answer.status_code == 400
    assert b"could not be read" in answer.content
    assert len(marks_of(answer).cells) == 81
    assert game.events.count() == 1


def test_an_occupied_field_is_no_move(alice, bob, sign_in):
    game = begun(alice, bob)
    cell = NAMES[next(i for i, digit in enumerate(game.board) if digit != ".")]
    answer = place(sign_in(alice), game, cell=cell)
    assert answer.status_code == 409
    assert b"A tile lies on that field already." in answer.content


def test_a_spectator_cannot_move(alice, bob, carol, sign_in):
    answer = place(sign_in(carol), begun(alice, bob))
    assert answer.status_code == 403
    assert b"you may watch" in answer.content


@pytest.mark.parametrize("verb", [*POSTED, "resign"])
@pytest.mark.parametrize(
    "hidden",
    [
        {"spectators": False},
        {"entry": Game.Entry.LINK},
        {"entry": Game.Entry.INVITED, "rules": table(3)},
    ],
)
def test_a_hidden_game_answers_like_one_that_does_not_exist(
    hidden, verb, alice, bob, carol, sign_in
):
    game = begun(alice, bob, **{"invited": [bob], **hidden})
    client = sign_in(carol)
    for said in ({}, {"key": uuid4(), "turn_no": 1, "cell": "a1"}):
        for address in (f"/games/{game.public_id}/{verb}", f"/games/nowhere/{verb}"):
            assert client.post(address, said).status_code == 404
    assert client.post(f"/games/{begun(alice, bob).public_id}/{verb}").status_code < 500


def test_who_is_signed_out_is_sent_to_sign_in_and_then_to_the_table(alice, bob):
    game = begun(alice, bob)
    answer = place(Client(), game)
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"?next=/games/{game.public_id}/")


@pytest.mark.parametrize("verb", POSTED)
def test_looking_where_moves_are_sent_shows_the_table(verb, alice, bob, sign_in):
    game = begun(alice, bob)
    client, address = sign_in(alice), f"/games/{game.public_id}/"
    assert client.get(address + verb)["Location"] == address
    assert client.get(f"{address}{verb}?join=way")["Location"] == f"{address}?join=way"
    assert client.put(address + verb).status_code == 405
    assert game.events.count() == 1


def test_the_languages_of_a_refusal_lead_to_the_table(alice, bob, sign_in):
    game = begun(alice, bob)
    text = place(sign_in(bob), game).content.decode()
    assert f'name="next" value="/games/{game.public_id}/"' in text


def test_a_burnt_tile_is_told_to_everybody(alice, bob, sign_in):
    game = begun(alice, bob, rules=WITH_MISFITS)
    cell = a_misfit(game)
    answer = place(sign_in(alice), game, cell=cell)
    assert answer.status_code == 302
    text = Client().get(f"/games/{game.public_id}/").content.decode()
    assert f"on {cell}, where it does not fit: set aside, no points." in text


def test_with_aids_a_misfit_is_asked_about_first(alice, bob, sign_in):
    game = begun(alice, bob, aids=True, rules=WITH_MISFITS)
    client, cell = sign_in(alice), a_misfit(game)

    answer = place(client, game, cell=cell, ask=1)

    assert answer.status_code == 200
    assert f"does not fit on {cell}" in answer.content.decode()
    assert game.events.count() == 1
    assert marks_of(answer).form["cells"].count(cell) == 2
    assert place(client, game, cell=cell).status_code == 302
    assert game.events.count() == 2


def test_with_aids_a_field_that_fits_is_not_asked_about(alice, bob, sign_in):
    game = begun(alice, bob, aids=True)
    assert place(sign_in(alice), game, ask=1).status_code == 302


def test_without_aids_nobody_can_have_the_question_answered(alice, bob, sign_in):
    game = begun(alice, bob, rules=WITH_MISFITS)
    cell = a_misfit(game)
    assert place(sign_in(alice), game, cell=cell, ask=1).status_code == 302
    assert game.events.count() == 2


def test_a_claim_is_for_games_that_end_by_it(alice, bob, sign_in):
    game = begun(alice, bob)
    answer = post(sign_in(alice), game, "claim", turn_no=1)
    assert answer.status_code == 409
    assert b"nothing to claim" in answer.content


def test_a_false_claim_sets_the_tile_aside(alice, bob, sign_in):
    game = begun(alice, bob, rules=table(2, first="host"))
    assert b"No field left" in sign_in(alice).get(f"/games/{game.public_id}/").content
    assert post(sign_in(alice), game, "claim", turn_no=1).status_code == 302
    assert game.events.last().payload["aside"] is True


def test_resigning_is_asked_about_and_then_done(alice, bob, sign_in):
    game = begun(alice, bob)
    address = f"/games/{game.public_id}/resign"
    assert b"Bob wins; it cannot be undone." in sign_in(alice).get(address).content
    assert post(sign_in(alice), game, "resign").status_code == 302
    game.refresh_from_db()
    assert game.reason == "resigned"
    assert sign_in(alice).get(address).status_code == 302


def test_a_game_is_called_off_alone_while_it_is_young(alice, bob, sign_in):
    game = begun(alice, bob)
    assert post(sign_in(bob), game, "call-off").status_code == 302
    game.refresh_from_db()
    assert game.reason == "voided"


def test_later_it_takes_all_players_to_call_it_off(alice, bob, sign_in):
    game = begun(alice, bob)
    move(game)
    move(game)
    answer = post(sign_in(bob), game, "call-off")
    assert answer.status_code == 409
    assert b"it takes all players" in answer.content
    assert post(sign_in(bob), game, "agree").status_code == 302
    assert post(sign_in(bob), game, "agree").status_code == 409
    page = sign_in(alice).get(f"/games/{game.public_id}/").content.decode()
    assert "Ready to call the game off: Bob." in page
    assert post(sign_in(alice), game, "agree").status_code == 302
    game.refresh_from_db()
    assert game.reason == "voided"


def test_an_offer_takes_no_moves(alice, sign_in):
    game = offer(alice)
    answer = post(sign_in(alice), game, "place", cell="a1", turn_no=0)
    assert answer.status_code == 409
    assert b"has not begun" in answer.content


def test_a_rematch_is_offered_once(alice, bob, sign_in):
    game = begun(alice, bob)
    play_out(game)
    first = post(sign_in(alice), game, "rematch")
    second = post(sign_in(bob), game, "rematch")
    assert first["Location"] == second["Location"]
    again = Game.objects.get(rematch_of=game)
    assert first["Location"] == f"/games/{again.public_id}/"
    page = sign_in(bob).get(f"/games/{game.public_id}/").content.decode()
    assert f'href="/games/{again.public_id}/"' in page


def test_a_rematch_that_was_withdrawn_can_be_offered_again(alice, bob, sign_in):
    game = begun(alice, bob)
    play_out(game)
    address = post(sign_in(alice), game, "rematch")["Location"]
    sign_in(bob).post(f"{address}leave")
    page = sign_in(bob).get(f"/games/{game.public_id}/").content.decode()
    assert address not in page
    assert "Offer a rematch" in page


def test_who_played_alone_plays_again_with_the_own_number(alice, sign_in):
    game = begun(alice, rules=table(1, end="referee"))
    play.resign(**asked(game, alice))
    page = sign_in(alice).get(f"/games/{game.public_id}/").content.decode()
    assert "Play again" in page
    assert "rematch<" not in page
    address = post(sign_in(alice), game, "rematch")["Location"]
    sign_in(alice).post(f"{address}join", {"nonce": "0123456789abcdef" * 2})
    assert Game.objects.get(rematch_of=game).is_running


def test_a_move_asks_the_database_this_often(
    alice, bob, sign_in, django_assert_num_queries
):
    game = begun(alice, bob)
    client, said = sign_in(alice), {"cell": fitting_cell(game)}
    with django_assert_num_queries(14):
        place(client, game, **said)
