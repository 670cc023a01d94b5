import pytest

from games.engine.refusals import HasLeft, NotYourTurn, Occupied, Over, Unreadable
from games.engine.rules import table
from games.models import Game
from games.services import play
from games.services.record import NotBegun
from tests.games.cast import asked, begun, folded, move, offer

pytestmark = pytest.mark.django_db


def test_who_is_not_to_move_is_refused_and_nothing_changes(alice, bob):
    game = begun(alice, bob)
    with pytest.raises(NotYourTurn):
        play.place(**asked(game, bob, cell="a1", turn_no=1))
    assert game.events.count() == 1


def test_who_does_not_play_is_refused(alice, bob, carol):
    with pytest.raises(play.NotSeated):
        play.resign(**asked(begun(alice, bob), carol))


def test_an_offer_takes_no_moves(alice):
    with pytest.raises(NotBegun):
        play.resign(**asked(offer(alice), alice))


@pytest.mark.parametrize("cell", ["z9", "", "d44"])
def test_a_field_that_does_not_exist_is_unreadable(alice, bob, cell):
    with pytest.raises(Unreadable):
        play.place(**asked(begun(alice, bob), alice, cell=cell, turn_no=1))


def test_an_occupied_field_is_refused(alice, bob):
    game = begun(alice, bob)
    event = move(game)
    with pytest.raises(Occupied):
        play.place(**asked(game, bob, cell=event.payload["cell"], turn_no=2))


def test_resigning_ends_a_game_of_two_out_of_turn_too(alice, bob):
    game = begun(alice, bob)
    event = play.resign(**asked(game, bob))
    game.refresh_from_db()
    assert (event.ends, game.status, game.reason) == ("resigned", "over", "resigned")
    assert [seat.place for seat in game.seats.order_by("number")] == [1, 2]
    with pytest.raises(Over):
        play.resign(**asked(game, alice))


def test_three_play_on_when_one_resigns_out_of_turn(alice, bob, carol):
    game = begun(alice, bob, carol, rules=table(3, first="host"))
    began = game.turn_seq
    play.resign(**asked(game, carol))
    game.refresh_from_db()
    assert (game.status, game.turn, game.turn_no) == ("running", 0, 2)
    assert game.turn_seq == began
    with pytest.raises(HasLeft):
        play.resign(**asked(game, carol))


def test_a_false_claim_burns_the_tile(alice, bob):
    game = begun(alice, bob, rules=table(2, first="host"))
    event = play.claim(**asked(game, alice, turn_no=1))
    game.refresh_from_db()
    assert event.payload == {"tile": event.payload["tile"], "points": 0, "aside": True}
    assert game.aside == str(event.payload["tile"])


def test_anybody_can_call_a_game_off_alone_before_all_have_had_a_first_turn(alice, bob):
    game = begun(alice, bob)
    move(game)
    event = play.call_off(**asked(game, bob))
    game.refresh_from_db()
    assert (event.kind, event.seat, event.ends) == ("void", 1, "voided")
    assert event.payload == {"by": "player", "reason": "early"}
    assert game.status == Game.Status.OVER


def test_nobody_can_call_a_game_off_alone_once_all_have_had_a_first_turn(alice, bob):
    game = begun(alice, bob)
    move(game)
    move(game)
    with pytest.raises(play.TooLate):
        play.call_off(**asked(game, bob))
    play.resign(**asked(game, alice))
    with pytest.raises(Over):
        play.call_off(**asked(game, bob))


def test_a_game_is_called_off_once_all_have_agreed(alice, bob):
    game = begun(alice, bob)
    play.agree_to_call_off(**asked(game, alice))
    game.refresh_from_db()
    assert (game.status, game.turn_no, game.seq) == ("running", 1, 2)

    play.agree_to_call_off(**asked(game, bob))

    game.refresh_from_db()
    last = game.events.get(seq=game.seq)
    assert (game.status, last.kind, last.key) == ("over", "void", "void:1")
    assert last.payload == {"by": "players", "reason": "agreed"}


def test_an_agreement_counts_until_the_next_move(alice, bob):
    game = begun(alice, bob)
    play.agree_to_call_off(**asked(game, alice))
    with pytest.raises(play.AlreadyAgreed):
        play.agree_to_call_off(**asked(game, alice))
    move(game)
    play.agree_to_call_off(**asked(game, bob))
    game.refresh_from_db()
    assert game.is_running
    assert folded(game).calling_off.agreed == {1}


def test_who_left_is_not_asked_to_agree(alice, bob, carol):
    game = begun(alice, bob, carol, rules=table(3, first="host"))
    play.resign(**asked(game, carol))
    play.agree_to_call_off(**asked(game, alice))
    play.agree_to_call_off(**asked(game, bob))
    game.refresh_from_db()
    assert game.reason == "voided"


def test_who_left_cannot_call_the_game_off_for_the_others(alice, bob, carol):
    game = begun(alice, bob, carol, rules=table(3, first="host"))
    play.resign(**asked(game, carol))
    for verb in (play.call_off, play.agree_to_call_off):
        with pytest.raises(HasLeft):
            verb(**asked(game, carol))
