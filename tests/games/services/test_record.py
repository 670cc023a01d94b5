from datetime import timedelta

import pytest

from accounts.models import Notice
from games.engine.chain import first_break
from games.engine.refusals import NotYourTurn, Over
from games.models import Event, Game
from games.services import play, record
from games.services.record import Asked, KeyReused, Stale
from games.services.transaction import NoSuchGame
from tests.games.cast import NOON, asked, begun, fitting_cell, folded, move, play_out

pytestmark = pytest.mark.django_db

# Two of them are the transaction itself.
QUERIES_OF_A_MOVE = 11


def test_a_move_is_an_event_a_projection_and_a_notice(alice, bob):
    game = begun(alice, bob)

    event = move(game)

    assert (event.seq, event.kind, event.seat) == (2, "place", 0)
    assert (game.seq, game.turn, game.turn_no, game.head) == (2, 1, 2, event.hash)
    assert game.board == folded(game).state.board.text
    assert game.seats.get(number=0).score == event.payload["points"]
    notice = Notice.objects.get(kind="turn", person=bob)
    assert notice.payload == {"game": game.pk, "turn_seq": 2}


def test_a_whole_game_chains_and_ends_once(alice, bob):
    game = begun(alice, bob)
    play_out(game)
    events = Event.objects.filter(game=game).in_order()
    assert first_break(game.commitment, [(e.link(), e.hash) for e in events]) is None
    assert game.head == events.last().hash
    assert game.status == Game.Status.OVER
    assert [e.ends for e in events if e.ends] == [game.reason]


def test_the_same_key_gives_the_first_event_again(alice, bob):
    game = begun(alice, bob)
    move_asked = asked(game, alice, cell=fitting_cell(game), turn_no=1)
    first = play.place(**move_asked)
    assert play.place(**move_asked) == first
    assert game.events.count() == 2


def test_the_same_key_answers_even_when_the_game_has_gone_on_and_ended(alice, bob):
    game = begun(alice, bob)
    move_asked = asked(game, alice, cell=fitting_cell(game), turn_no=1)
    first = play.place(**move_asked)
    play.resign(**asked(game, bob))
    assert play.place(**move_asked) == first


def test_the_same_key_with_another_body_is_refused(alice, bob):
    game = begun(alice, bob)
    move_asked = asked(game, alice, cell=fitting_cell(game), turn_no=1)
    play.place(**move_asked)
    with pytest.raises(KeyReused):
        play.place(**move_asked | {"cell": "a1"})
    with pytest.raises(KeyReused):
        play.resign(**asked(game, alice) | {"key": move_asked["key"]})


def test_an_old_page_is_stale_and_nothing_is_written(alice, bob):
    game = begun(alice, bob)
    move(game)
    move(game)
    with pytest.raises(Stale):
        play.place(**asked(game, alice, cell="a1", turn_no=1))
    assert game.events.count() == 3


def test_the_refusals_come_in_their_order(alice, bob):
    game = begun(alice, bob)
    stale_and_out_of_turn = asked(game, bob, cell="a1", turn_no=99)
    with pytest.raises(NotYourTurn):
        play.place(**stale_and_out_of_turn)
    play.resign(**asked(game, alice))
    with pytest.raises(Over):
        play.place(**stale_and_out_of_turn)


def test_a_wrong_projection_cannot_make_a_wrong_event(alice, bob):
    game = begun(alice, bob)
    cell = fitting_cell(game)
    Game.objects.filter(pk=game.pk).update(board="1" * 81, turn=1, turn_no=50)

    play.place(**asked(game, alice, cell=cell, turn_no=1))

    game.refresh_from_db()
    assert (game.turn, game.turn_no) == (1, 2)
    assert game.board == folded(game).state.board.text


def test_a_log_never_goes_backwards_in_time(alice, bob):
    game = begun(alice, bob)
    event = move(game, now=NOON - timedelta(hours=1))
    assert event.at == NOON


def test_the_clock_after_a_move_is_what_the_seat_has_next_time(alice, bob):
    game = begun(alice, bob)
    event = move(game, now=NOON + timedelta(days=1))
    assert event.clock == 3 * 24 * 3600
    assert game.deadline_hint == NOON + timedelta(days=4)


def test_a_game_that_does_not_exist_is_said_so(db):
    with pytest.raises(NoSuchGame):
        record.record(game="nowhere", asked=Asked(kind="void", key="x"), now=NOON)


def test_a_refusal_leaves_no_notice_and_no_event(alice, bob):
    game = begun(alice, bob)
    before = Notice.objects.count()
    with pytest.raises(NotYourTurn):
        play.place(**asked(game, bob, cell="a1", turn_no=1))
    assert (Notice.objects.count(), game.events.count()) == (before, 1)


def test_a_move_costs_a_fixed_number_of_queries(alice, bob, django_assert_num_queries):
    game = begun(alice, bob)
    for turn_no in range(1, 20):
        person = alice if turn_no % 2 else bob
        move_asked = asked(game, person, cell=fitting_cell(game), turn_no=turn_no)
        with django_assert_num_queries(QUERIES_OF_A_MOVE):
            play.place(**move_asked)


def test_who_begins_is_told_it_is_their_turn_and_the_others_that_it_began(alice, bob):
    begun(alice, bob)
    assert set(Notice.objects.values_list("kind", "person__name")) == {
        ("turn", "Alice"),
        ("begun", "Bob"),
    }


def test_an_end_is_told_to_everybody_but_the_one_whose_doing_it_was(alice, bob):
    game = begun(alice, bob)
    play.resign(**asked(game, bob))
    over = Notice.objects.filter(kind="over")
    assert [notice.person for notice in over] == [alice]


def test_the_last_placement_brings_no_turn_notice(alice, bob):
    game = begun(alice, bob)
    play_out(game)
    last = game.events.get(seq=game.seq)
    assert last.kind == "place"
    assert not Notice.objects.filter(dedupe_key=f"turn:{game.pk}:{last.seq}").exists()
    turns = Notice.objects.filter(kind="turn").count()
    assert turns == game.seq - 1
