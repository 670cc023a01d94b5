from datetime import timedelta
from uuid import uuid4

import pytest

from games import secrets
from games.engine.rules import table
from games.models import Game, Outage
from games.queries.visible import find, look
from games.services import offers, play
from tests.games.cast import NOON, begun, folded, offer, play_out

pytestmark = pytest.mark.django_db


def seen_by(person, game, token=""):
    return find(public_id=game.public_id, viewer=person, token=token) is not None


@pytest.fixture
def opened(monkeypatch):
    """The games whose bag was opened."""
    games = []
    honest = secrets.bag_of

    def bag_of(game):
        games.append(game)
        return honest(game)

    monkeypatch.setattr(secrets, "bag_of", bag_of)
    return games


def test_everybody_sees_an_open_game_with_spectators(alice, bob, carol):
    game = begun(alice, bob)
    assert seen_by(None, game)
    assert seen_by(carol, game)


def test_without_spectators_strangers_see_the_offer_and_nothing_after(
    alice, bob, carol
):
    game = offer(alice, spectators=False)
    assert seen_by(carol, game)
    game = begun(alice, bob, spectators=False)
    assert [seen_by(who, game) for who in (None, alice, bob, carol)] == [
        False,
        True,
        True,
        False,
    ]


def test_a_link_game_is_seen_with_its_token(alice, bob, carol):
    game = offer(alice, entry=Game.Entry.LINK)
    assert seen_by(alice, game)
    assert not seen_by(carol, game)
    assert not seen_by(carol, game, token="näh")
    assert seen_by(carol, game, token=game.join_token)
    assert seen_by(None, game, token=game.join_token)


def test_a_token_does_not_let_anybody_watch_where_nobody_may(alice, bob, carol):
    game = begun(alice, bob, entry=Game.Entry.LINK, spectators=False)
    assert not seen_by(carol, game, token=game.join_token)
    assert seen_by(bob, game)


def test_an_invitation_lets_one_see_a_game(alice, bob, carol):
    game = offer(alice, entry=Game.Entry.INVITED, invited=[bob])
    assert [seen_by(who, game) for who in (None, alice, bob, carol)] == [
        False,
        True,
        True,
        False,
    ]


def test_an_invitation_does_not_let_anybody_watch_where_nobody_may(alice, bob, carol):
    invited = {"entry": Game.Entry.INVITED, "invited": [bob, carol]}
    hidden = begun(alice, bob, spectators=False, **invited)
    assert [seen_by(who, hidden) for who in (bob, carol)] == [True, False]
    assert seen_by(carol, begun(alice, bob, **invited))


def test_who_was_invited_sees_that_an_offer_was_withdrawn(alice, bob, carol):
    game = offer(alice, entry=Game.Entry.INVITED, invited=[bob], spectators=False)
    offers.leave(game=game.public_id, person=alice, now=NOON)
    assert [seen_by(who, game) for who in (bob, carol)] == [True, False]


def test_a_game_that_does_not_exist_is_not_found(alice):
    assert find(public_id="nowhere", viewer=alice) is None


def test_in_a_duel_only_who_is_to_move_holds_a_tile(alice, bob, carol, opened):
    game = begun(alice, bob)
    state = folded(game).state
    opened.clear()

    seen = {who: look(game=game, viewer=who, now=NOON) for who in (bob, carol, None)}

    assert [it.hand for it in seen.values()] == [None, None, None]
    assert opened == []
    assert look(game=game, viewer=alice, now=NOON).hand == state.hands[0]
    assert opened == [game]


def test_at_the_table_everybody_holds_the_own_tile(alice, bob, carol, opened):
    game = begun(alice, bob, rules=table(2))
    state = folded(game).state
    opened.clear()

    assert look(game=game, viewer=bob, now=NOON).hand == state.hands[1]
    assert look(game=game, viewer=alice, now=NOON).hand == state.hands[0]
    assert opened == [game, game]
    assert look(game=game, viewer=carol, now=NOON).hand is None
    assert opened == [game, game]


def test_nobody_holds_a_tile_of_a_game_that_is_over(alice, bob, opened):
    game = begun(alice, bob)
    play_out(game)
    opened.clear()

    seen = look(game=game, viewer=alice, now=NOON)

    assert seen.hand is None
    assert seen.result.reason == game.reason
    assert sorted(seen.result.places) in ([1, 2], [1, 1])
    assert opened == []


def test_the_deadline_leaves_out_an_outage(alice, bob):
    game = begun(alice, bob)
    now = NOON + timedelta(hours=5, microseconds=7)
    assert look(game=game, viewer=None, now=now).deadline == NOON + timedelta(days=3)
    Outage.objects.create(
        began_at=NOON + timedelta(hours=1), ended_at=NOON + timedelta(hours=3)
    )
    later = NOON + timedelta(days=3, hours=2)
    assert look(game=game, viewer=None, now=now).deadline == later


def test_an_offer_looks_like_an_empty_board(alice):
    seen = look(game=offer(alice), viewer=alice, now=NOON)
    assert (seen.board, seen.seq, seen.turn, seen.deadline) == ("." * 81, 0, None, None)
    assert [seat.player for seat in seen.seats] == ["Alice"]


def test_who_left_holds_nothing(alice, bob, carol, opened):
    game = begun(alice, bob, carol, rules=table(3))
    play.resign(game=game.public_id, person=carol, key=uuid4(), now=NOON)
    game.refresh_from_db()
    opened.clear()

    assert look(game=game, viewer=carol, now=NOON).hand is None
    assert opened == []
