from urllib.parse import quote
from uuid import uuid4

import pytest
from django.test import Client

from games.engine.grid import NAMES
from games.engine.rules import table
from games.models import Game
from games.services import play
from tests.games.cast import asked, begun, folded, move, offer, play_out
from tests.games.web.marks import marks_of

pytestmark = [
    pytest.mark.django_db,
    # The cast plays at this time.
    pytest.mark.time_machine("2026-11-01T18:00:00Z", tick=False),
]


def page(client, game):
    answer = client.get(f"/games/{game.public_id}/")
    assert answer.status_code == 200
    return answer


def test_the_board_has_the_marks_that_programs_read(alice, bob):
    game = begun(alice, bob)
    move(game)

    marks = marks_of(page(Client(), game))

    assert marks.board == {"data-seq": "2", "data-turn-no": "2", "data-turn": "1"}
    assert list(marks.cells) == list(NAMES)
    assert [marks.cells[name] for name in NAMES] == [
        None if digit == "." else digit for digit in game.board
    ]
    assert marks.seats == {
        str(seat.number): str(seat.score) for seat in game.seats.all()
    }


def test_only_its_owner_sees_a_hand(alice, bob, carol, sign_in):
    game = begun(alice, bob)
    tile = str(folded(game).state.hands[0])
    assert marks_of(page(sign_in(alice), game)).hand == tile
    for client in (sign_in(bob), sign_in(carol), Client()):
        assert marks_of(page(client, game)).hand is None


def test_the_hand_stands_above_the_board_and_the_scores_after_it(alice, bob, sign_in):
    text = page(sign_in(alice), begun(alice, bob)).content.decode()
    assert text.index('id="hand"') < text.index('id="board"') < text.index("data-score")


def test_a_page_with_a_hand_is_kept_nowhere(alice, bob, sign_in):
    answer = page(sign_in(alice), begun(alice, bob))
    assert answer["Cache-Control"] == "private, no-store"


def test_a_page_with_the_join_token_is_kept_nowhere(alice, sign_in):
    answer = page(sign_in(alice), offer(alice, entry=Game.Entry.LINK))
    assert answer["Cache-Control"] == "private, no-store"


def test_only_who_is_to_move_gets_a_form(alice, bob, carol, sign_in):
    game = begun(alice, bob)
    form = marks_of(page(sign_in(alice), game)).form
    assert form["turn_no"] == "1"
    assert form["key"]
    assert form["cells"] == [
        n for n, d in zip(NAMES, game.board, strict=True) if d == "."
    ]
    for client in (sign_in(bob), sign_in(carol), Client()):
        assert marks_of(page(client, game)).form["cells"] == []


def test_without_aids_every_free_field_looks_the_same(alice, bob, sign_in):
    game = begun(alice, bob)
    text = page(sign_in(alice), game).content.decode()
    free = {
        text.split(f'data-cell="{name}">')[1].split("</td>")[0].replace(name, "FIELD")
        for name, digit in zip(NAMES, game.board, strict=True)
        if digit == "."
    }
    assert len(free) == 1


def test_with_aids_fields_that_fit_show_their_points(alice, bob, carol, sign_in):
    game = begun(alice, bob, aids=True)
    state = folded(game).state
    choices = state.board.choices(state.hands[0], "neighbours")

    text = page(sign_in(alice), game).content.decode()

    for cell, points in choices:
        assert f'aria-label="{NAMES[cell]}, {points} points">+{points}<' in text
    assert text.count(' points">+') == len(choices)
    assert 'points">+' not in page(sign_in(bob), game).content.decode()


def test_the_end_shows_result_seed_and_how_to_check(alice, bob):
    game = begun(alice, bob)
    play_out(game)
    text = page(Client(), game).content.decode()
    assert bytes(range(32)).hex() in text
    assert f"verify postdoku-{game.public_id}.json" in text
    assert marks_of(page(Client(), game)).board["data-turn"] == ""


def test_an_ending_names_who_left(alice, bob, sign_in):
    game = begun(alice, bob)
    move(game)
    play.resign(**asked(game, bob))
    assert "<p>Bob resigned.</p>" in page(sign_in(alice), game).content.decode()
    assert "<p>You resigned.</p>" in page(sign_in(bob), game).content.decode()


def test_a_running_game_shows_commitment_and_nonces_and_no_seed(alice, bob, sign_in):
    game = begun(alice, bob)
    text = page(sign_in(alice), game).content.decode()
    assert game.commitment in text
    assert f"{1:032x}" in text
    assert bytes(range(32)).hex() not in text


def test_a_private_game_is_not_there_for_others(alice, bob, carol, sign_in):
    game = begun(alice, bob, entry=Game.Entry.LINK)
    for path in ("", "state.json", "seq", "record.json"):
        address = f"/games/{game.public_id}/{path}"
        assert sign_in(carol).get(address).status_code == 404
        assert Client().get(address).status_code == 404
    assert b'content="noindex"' in page(sign_in(bob), game).content


def test_who_watches_by_the_link_stays_by_it(alice, bob, carol, sign_in):
    game = begun(alice, bob, entry=Game.Entry.LINK)
    address, way = f"/games/{game.public_id}/", f"?join={game.join_token}"
    text = Client().get(address + way).content.decode()
    assert f'data-table="{address}{way}"' in text
    assert f'data-poll="{address}seq{way}"' in text
    assert f'name="next" value="{address}{way}"' in text
    answer = Client().post(f"{address}join", {"join": game.join_token})
    assert answer["Location"].endswith(f"?next={quote(address + way)}")
    answer = sign_in(carol).get(f"{address}resign{way}")
    assert answer["Location"] == address + way
    play_out(game)
    text = Client().get(address + way).content.decode()
    assert f'href="{address}record.json{way}"' in text
    assert Client().get(f"{address}record.json{way}").status_code == 200


def test_the_link_of_an_offer_stays_too(alice):
    game = offer(alice, entry=Game.Entry.LINK)
    address = f"/games/{game.public_id}/?join={game.join_token}"
    assert f'data-table="{address}"' in Client().get(address).content.decode()


def test_an_open_game_may_be_found(alice, bob):
    assert b"noindex" not in page(Client(), begun(alice, bob)).content


def test_who_cannot_be_reached_by_mail_is_told(alice, bob, sign_in):
    game = begun(alice, bob)
    assert b"No mail can reach you" not in page(sign_in(alice), game).content
    alice.emailaddress_set.update(verified=False)
    assert b"No mail can reach you" in page(sign_in(alice), game).content
    assert b"No mail can reach you" not in page(sign_in(bob), game).content


def test_the_deadline_is_shown_in_the_persons_zone(alice, bob, sign_in):
    alice.time_zone = "Asia/Tokyo"
    alice.save()
    text = page(sign_in(alice), begun(alice, bob)).content.decode()
    assert "2 d 18 h left" in text
    assert "until Wed 4 Nov, 21:00" in text


def test_the_table_tells_laps_and_steps(alice, bob):
    game = begun(alice, bob, rules=table(2))
    game.seats.filter(number=0).update(score=95)
    assert b"2 laps, step 15" in page(Client(), game).content


def test_names_are_escaped(alice, bob):
    game = begun(alice, bob)
    game.seats.filter(number=1).update(person=None, bot="<b>&")
    text = page(Client(), game).content.decode()
    assert "bot:&lt;b&gt;&amp;" in text
    assert "<b>&" not in text


@pytest.mark.parametrize(
    ("who", "queries"), [("spectator", 4), ("waiting", 7), ("to move", 8)]
)
def test_the_page_asks_the_database_this_often(
    who, queries, alice, bob, sign_in, django_assert_num_queries
):
    game = begun(alice, bob)
    move(game)
    clients = {
        "spectator": Client(),
        "waiting": sign_in(alice),
        "to move": sign_in(bob),
    }
    client = clients[who]
    with django_assert_num_queries(queries):
        page(client, game)


def test_an_offer_shows_the_commitment_before_anybody_joins(alice, bob, sign_in):
    game = offer(alice)
    text = sign_in(bob).get(f"/games/{game.public_id}/").content.decode()
    assert game.commitment in text
    assert "Join this game" in text


def test_the_seq_is_a_tiny_answer_with_a_tag(alice, bob, django_assert_num_queries):
    game = begun(alice, bob)
    address = f"/games/{game.public_id}/seq"
    with django_assert_num_queries(1):
        answer = Client().get(address)
    assert (answer.content, answer["ETag"]) == (b"1", '"1"')
    again = Client().get(address, headers={"If-None-Match": '"1"'})
    assert (again.status_code, again.content) == (304, b"")
    move(game)
    after = Client().get(address, headers={"If-None-Match": '"1"'})
    assert (after.status_code, after.content) == (200, b"2")


def test_the_record_of_a_finished_game_can_be_downloaded(alice, bob):
    game = begun(alice, bob)
    address = f"/games/{game.public_id}/record.json"
    assert Client().get(address).status_code == 404
    play_out(game)
    answer = Client().get(address)
    assert answer.json()["result"]["reason"] == game.reason
    assert f"postdoku-{game.public_id}.json" in answer["Content-Disposition"]


def test_nothing_is_found_at_an_address_nobody_has(db):
    assert Client().get(f"/games/{uuid4()}/").status_code == 404
