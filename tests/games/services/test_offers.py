from uuid import uuid4

import pytest

from accounts.models import Notice
from games import secrets
from games.clocks import a_move
from games.engine import fairness
from games.engine.refusals import Unreadable
from games.engine.rules import BadRules, duel, table
from games.models import Game
from games.models.game import new_public_id
from games.services import offers, play, rematches
from tests.games.cast import NOON, SEED, begun, move, nonce, offer, play_out
from tests.people import make_person

pytestmark = pytest.mark.django_db


def terms(**more):
    return offers.Terms(**{"rules": duel(), "pace": a_move(3), **more})


def join(game, person, number=1, **more):
    return offers.join(
        game=game.public_id, person=person, nonce=nonce(number), now=NOON, **more
    )


def test_an_offer_commits_before_anybody_gives_a_nonce(alice):
    game = offers.create(host=alice, terms=terms(), key="k", now=NOON)
    assert (game.status, len(game.commitment)) == ("open", 64)
    assert game.seats.get().nonce == ""
    assert secrets.check_commitment(game)


def test_creating_twice_with_one_key_makes_one_game(alice, bob):
    first = offers.create(host=alice, terms=terms(), key="k", now=NOON)
    assert offers.create(host=alice, terms=terms(), key="k", now=NOON) == first
    assert offers.create(host=bob, terms=terms(), key="k", now=NOON) != first


def test_ids_and_seeds_differ_from_game_to_game(alice):
    games = [
        offers.create(host=alice, terms=terms(), key=str(uuid4()), now=NOON)
        for _ in range(3)
    ]
    assert len({game.public_id for game in games}) == 3
    assert len({game.commitment for game in games}) == 3


def test_the_last_nonce_starts_the_game(alice, bob):
    game = join(offer(alice, rules=duel()), bob)

    start = game.events.get()
    assert (start.seq, start.kind, start.key, start.seat) == (1, "start", "start", None)
    seed = fairness.game_seed(SEED, game.public_id, [f"{0:032x}", f"{1:032x}"])
    assert start.payload == {
        "rules": game.rules,
        "first": fairness.first_by_lot(seed, 2),
        "seats": [
            {"nonce": f"{0:032x}", "by": "player"},
            {"nonce": f"{1:032x}", "by": "player"},
        ],
        "commitment": game.commitment,
        "start": fairness.deal(duel(), seed).start.text,
    }
    assert (game.status, game.turn) == ("running", start.payload["first"])


def test_nobody_joins_twice_and_joining_again_changes_nothing(alice, bob):
    game = offer(alice, rules=table(3))
    join(game, bob)
    join(game, bob, number=7)
    assert game.seats.get(person=bob).nonce == f"{1:032x}"
    assert game.seats.count() == 2


def test_a_full_game_is_closed(alice, bob, carol):
    with pytest.raises(offers.NotOpen):
        join(begun(alice, bob), carol)


def test_a_joiner_takes_the_lowest_free_seat(alice, bob, carol):
    game = offer(alice, rules=table(4))
    join(game, bob, 1)
    join(game, carol, 2)
    offers.leave(game=game.public_id, person=bob, now=NOON)
    join(game, make_person("Erik"), 3)
    assert dict(game.seats.values_list("person__name", "number")) == {
        "Alice": 0,
        "Erik": 1,
        "Carol": 2,
    }


def test_a_link_game_needs_the_token_and_not_its_address(alice, bob):
    game = offer(alice, entry=Game.Entry.LINK)
    for wrong in ("", game.public_id):
        with pytest.raises(offers.NotInvited):
            join(game, bob, token=wrong)
    assert join(game, bob, token=game.join_token).status == "running"


def test_only_the_invited_join_a_game_by_invitation(alice, bob, carol):
    game = offer(alice, entry=Game.Entry.INVITED, invited=[bob])
    assert Notice.objects.get(kind="invited").person == bob
    with pytest.raises(offers.NotInvited):
        join(game, carol)
    assert join(game, bob).status == "running"


@pytest.mark.parametrize("digits", ["", "z" * 32, "A" * 32, "a" * 31])
def test_a_nonce_of_another_form_is_unreadable(digits):
    with pytest.raises(Unreadable):
        offers.Nonce.from_player(digits)


def test_the_server_makes_a_nonce_where_there_is_no_script(alice):
    game = offers.create(host=alice, terms=terms(), key="k", now=NOON)
    made = offers.Nonce.from_server()
    offers.join(game=game.public_id, person=alice, nonce=made, now=NOON)
    assert game.seats.get().nonce_by == "server"


@pytest.mark.parametrize(
    "wrong",
    [
        {"host_first": 0},
        {"rules": duel(first="host")},
        {"rules": duel(first="host"), "host_first": 2},
        {"rules": table(2, end="claim"), "aids": True},
    ],
)
def test_terms_that_contradict_each_other_are_refused(wrong):
    with pytest.raises(BadRules):
        terms(**wrong)


def test_the_oldest_begins_by_the_years_given_on_joining(alice, bob, carol):
    for person, year in ((alice, 1990), (bob, 1950), (carol, 1970)):
        person.birth_year = year
        person.save()
    assert begun(alice, bob, carol, rules=table(3, first="oldest")).first == 1


def test_the_lot_decides_where_the_oldest_year_is_shared_or_unknown(alice, bob):
    by_lot = begun(alice, bob, rules=table(2, first="oldest"), public_id="a").first
    for person in (alice, bob):
        person.birth_year = 1950
        person.save()
    shared = begun(alice, bob, rules=table(2, first="oldest"), public_id="b").first
    seeds = [
        fairness.game_seed(SEED, name, [f"{0:032x}", f"{1:032x}"]) for name in "ab"
    ]
    assert [by_lot, shared] == [fairness.first_by_lot(seed, 2) for seed in seeds]


def test_without_its_host_there_is_no_offer_and_the_seed_is_published(alice, bob):
    game = offer(alice)
    game = offers.leave(game=game.public_id, person=alice, now=NOON)
    assert game.status == "cancelled"
    assert secrets.reveal(game) == SEED
    with pytest.raises(offers.NotOpen):
        join(game, bob)


def test_nobody_leaves_a_game_that_has_begun_by_the_back_door(alice, bob):
    with pytest.raises(offers.NotOpen):
        offers.leave(game=begun(alice, bob).public_id, person=bob, now=NOON)


def test_a_solo_game_begins_with_its_hosts_nonce(alice):
    assert begun(alice, rules=table(1)).status == "running"


def test_a_rematch_seats_the_same_people_and_the_next_one_begins(alice, bob):
    game = begun(alice, bob)
    play_out(game)

    again = rematches.offer(game=game.public_id, person=bob, now=NOON)

    assert rematches.offer(game=game.public_id, person=alice, now=NOON) == again
    assert again.commitment != game.commitment
    join(again, bob, 5)
    again = join(again, alice, 6)
    assert (again.status, again.first) == ("running", 1)
    assert again.seats.get(number=1).person == bob


def test_a_rematch_is_for_those_who_played_and_only_when_it_is_over(alice, bob, carol):
    game = begun(alice, bob)
    with pytest.raises(rematches.NotOver):
        rematches.offer(game=game.public_id, person=bob, now=NOON)
    play.resign(game=game.public_id, person=bob, key=uuid4(), now=NOON)
    with pytest.raises(offers.NotInvited):
        rematches.offer(game=game.public_id, person=carol, now=NOON)


def resigned(alice, bob):
    game = begun(alice, bob)
    play.resign(game=game.public_id, person=bob, key=uuid4(), now=NOON)
    return game


def test_nobody_else_can_decline_a_rematch_or_leave_an_offer(alice, bob, carol):
    again = rematches.offer(game=resigned(alice, bob).public_id, person=bob, now=NOON)
    for game in (again, offer(alice)):
        with pytest.raises(offers.NotInvited):
            offers.leave(game=game.public_id, person=carol, now=NOON)


def test_after_a_declined_rematch_there_can_be_another(alice, bob):
    game = resigned(alice, bob)
    declined = rematches.offer(game=game.public_id, person=bob, now=NOON)
    offers.leave(game=declined.public_id, person=alice, now=NOON)
    another = rematches.offer(game=game.public_id, person=bob, now=NOON)
    assert another != declined
    assert another.status == "open"


def test_who_waits_is_told_that_the_host_has_withdrawn(alice, bob):
    game = offer(alice, rules=table(3))
    join(game, bob)
    offers.leave(game=game.public_id, person=alice, now=NOON)
    assert Notice.objects.get(kind="withdrawn").person == bob


def test_nobody_joins_or_plays_again_with_somebody_shut_out(alice, bob, carol):
    game, over = offer(alice), resigned(alice, bob)
    alice.is_active = False
    alice.save()
    with pytest.raises(offers.NotOpen):
        join(game, carol)
    with pytest.raises(rematches.NotOver):
        rematches.offer(game=over.public_id, person=bob, now=NOON)


@pytest.mark.parametrize("token", ["ü", "\u0000", "x" * 5000])
def test_any_text_can_be_tried_as_a_token(alice, bob, token):
    with pytest.raises(offers.NotInvited):
        join(offer(alice, entry=Game.Entry.LINK), bob, token=token)


def test_ids_never_look_like_an_option(alice):
    assert all(new_public_id().isalnum() for _ in range(200))


def test_who_declines_a_rematch_ends_it(alice, bob):
    game = begun(alice, bob)
    move(game)
    play.resign(game=game.public_id, person=bob, key=uuid4(), now=NOON)
    again = rematches.offer(game=game.public_id, person=bob, now=NOON)
    offers.leave(game=again.public_id, person=alice, now=NOON)
    again.refresh_from_db()
    assert again.status == "cancelled"
