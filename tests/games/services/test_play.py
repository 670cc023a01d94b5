from uuid import uuid4

import pytest

from accounts.models import Notice
from games.engine.chain import first_break


from games.models import Event, Game
from games.services import play
from games.services.record import KeyReused, Stale
from tests.games.cast import NOON, begun, folded, move, play_out

pytestmark = pytest.mark.django_db


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
    assert game.status == Game.Status.OVER
    assert [e.ends for e in events if e.ends] == [game.reason]


def test_the_same_key_gives_the_first_event_again(alice, bob):
    game = begun(alice, bob)
    cell = move_cell(game)
    asked = dict(
        game=game.public_id, person=alice, cell=cell, turn_no=1, key=uuid4(), now=NOON
    )
    assert play.place(**asked) == play.place(**asked)
    assert game.events.count() == 2


def move_cell(game):
    from games.engine.grid import NAMES
    from games.engine.state import legal_cells

    return NAMES[legal_cells(folded(game).state)[0]]


def test_the_same_key_with_another_body_is_refused(alice, bob):
    game = begun(alice, bob)
    key = uuid4()
    first = dict(game=game.public_id, person=alice, turn_no=1, key=key, now=NOON)
    play.place(cell=move_cell(game), **first)
    with pytest.raises(KeyReused):
        play.place(cell="a1", **first)
    with pytest.raises(KeyReused):
        play.resign(game=game.public_id, person=alice, key=key, now=NOON)
