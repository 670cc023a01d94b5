"""What players read in their mails, and what no mail ever says."""

import re
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest

from accounts import delivery
from accounts.models import Notice, User
from games import secrets
from games.engine.grid import CELLS, NAMES
from games.engine.rules import table
from games.models import Game, Outage, Ruling
from games.services import play, rematches, rulings, timekeeping
from tests.games.cast import NOON, begun, folded, move, offer, play_out
from tests.people import make_person

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
PACE = timedelta(days=3)


@pytest.fixture(autouse=True)
def mail_dir(settings, tmp_path):
    settings.MAIL_IS_DELIVERED = False
    settings.MAIL_DIR = tmp_path / "mail"
    return settings.MAIL_DIR


class Mail:
    def __init__(self, notice: Notice, now) -> None:
        words = delivery._words_of(notice, now)
        self.subject, self.text, self.html = words.subject, words.text, words.html

    def everything(self) -> str:
        return f"{self.subject}\n{self.text}\n{self.html}"


def last(kind, person, now=NOON):
    notice = Notice.objects.filter(kind=kind, person=person).latest("pk")
    return Mail(notice, now)


def said(kind, person, now=NOON):
    """What comes of the newest notice when it is delivered."""
    notice = Notice.objects.filter(kind=kind, person=person).latest("pk")
    delivery.deliver(now=now)
    notice.refresh_from_db()
    return notice.status, notice.reason


def hand(game):
    state = folded(game).state
    return state.hands[state.turn]


def fits_somewhere(game):
    return folded(game).state.board.fitting(hand(game))


def unfit_cell(game):
    """The first free field that does not take the tile in hand."""
    taken_or_fitting = folded(game).state.board.occupied | fits_somewhere(game)
    return next(NAMES[cell] for cell in CELLS if not taken_or_fitting >> cell & 1)


def ruled(do, game, by, words="Two seats, one person.", **more):
    do(game=game.public_id, by=by, words=words, key=uuid4(), now=NOON, **more)


class TestTurn:
    def test_it_says_who_moved_where_for_how_many_points(self, alice, bob):
        game = begun(alice, bob)
        event = move(game)
        tile, cell = event.payload["tile"], event.payload["cell"]
        points = event.payload["points"]

        mail = last("turn", bob)

        assert mail.subject == "Your turn: game with Alice"
        for body in (mail.text, mail.html):
            assert f"Alice put {tile} on {cell}: {points} point" in body
        assert f"Alice {points}\nBob 0" in mail.text

    def test_it_says_how_long_there_is_in_the_persons_time(self, alice, db):
        bob = make_person("Bob", time_zone="Europe/Berlin")
        game = begun(alice, bob)
        move(game)

        mail = last("turn", bob, NOON + timedelta(seconds=3))

        # Three days after noon in UTC.
        for body in (mail.text, unescape(mail.html)):
            assert "until Wednesday, Nov. 4, 2026, 1 p.m. CET (3\xa0days)." in body

    def test_an_outage_is_in_the_deadline(self, alice, bob):
        game = begun(alice, bob)
        move(game)
        Outage.objects.create(began_at=NOON + HOUR, ended_at=NOON + 2 * HOUR)
        assert "Nov. 4, 2026, 1 p.m. UTC" in last("turn", bob, NOON + 3 * HOUR).text

    def test_the_first_one_says_that_the_game_has_begun(self, alice, bob):
        begun(alice, bob)
        mail = last("turn", alice)
        assert mail.subject == "The game with Bob has begun, and it is your turn"
        assert "The game with Bob has begun, and you begin." in mail.text

    def test_it_tells_everything_since_the_own_last_turn(self, alice, bob, carol):
        game = begun(alice, bob, carol, rules=table(3, first="host"))
        for _ in range(4):
            move(game)
        play.resign(game=game.public_id, person=carol, key=uuid4(), now=NOON)
        move(game)

        mail = last("turn", alice)

        assert mail.subject == "Your turn: game with Bob and Carol"
        assert [line.split()[0] for line in mail.text.splitlines()[:2]] == [
            "Carol",
            "Bob",
        ]
        assert "Carol resigned." in mail.text
        assert mail.text.count(" put ") == 1

    def test_it_has_one_link_which_shows_the_table(self, alice, bob, client, settings):
        game = begun(alice, bob)
        mail = last("turn", alice)
        address = f"{settings.SITE_URL}/games/{game.public_id}/"
        assert re.findall(r"https?://\S+", mail.text) == [address]
        assert re.findall(r'https?://[^\s"<]+', mail.html) == [address]
        client.force_login(alice)
        assert client.get(address).status_code == 200
        assert game.events.count() == 1

    def test_it_is_in_the_persons_language(self, alice, db):
        bob = make_person("Bob", language="de", time_zone="Europe/Berlin")
        game = begun(alice, bob)
        move(game)
        mail = last("turn", bob)
        assert mail.subject == "Du bist dran: Spiel mit Alice"
        assert "Alice hat die " in mail.text
        assert "bis Mittwoch, 4. November 2026 13:00 CET (noch 3\xa0Tage)" in mail.text
        assert "Your" not in mail.everything()

    def test_a_burnt_tile_and_a_false_claim_have_words_of_their_own(self, alice, bob):
        game = begun(alice, bob, rules=table(2, first="host"))
        play.claim(game=game.public_id, person=alice, turn_no=1, key=uuid4(), now=NOON)
        assert "but one did: set aside, no points." in last("turn", bob).text
        move(game, cell=unfit_cell(game))
        assert (
            "where it does not fit: set aside, no points." in last("turn", alice).text
        )


class TestOnlyWhileItIsTrue:
    def test_a_turn_that_was_played_is_not_announced(self, alice, bob):
        game = begun(alice, bob)
        move(game)
        move(game)
        assert said("turn", bob) == ("suppressed", "played")

    def test_one_that_is_on_is_announced_once(self, alice, bob, mail_dir):
        game = begun(alice, bob)
        move(game)
        delivery.deliver(now=NOON)
        delivery.deliver(now=NOON + HOUR)
        turns = Notice.objects.filter(kind="turn", status="sent")
        assert [notice.person for notice in turns] == [bob]

    def test_nor_is_the_turn_of_a_game_that_is_over(self, alice, bob):
        game = begun(alice, bob)
        play.resign(game=game.public_id, person=bob, key=uuid4(), now=NOON)
        assert said("turn", alice) == ("suppressed", "played")

    def test_who_plays_alone_needs_no_mail_after_every_move(self, alice):
        move(begun(alice, rules=table(1, first="host")))
        assert not Notice.objects.exists()

    def test_a_leaving_out_of_turn_does_not_suppress_the_turn(self, alice, bob, carol):
        game = begun(alice, bob, carol, rules=table(3, first="host"))
        play.resign(game=game.public_id, person=carol, key=uuid4(), now=NOON)
        assert said("turn", alice)[0] == "sent"

    def test_the_beginning_is_old_news_to_who_is_to_move(self, alice, bob):
        move(begun(alice, bob))
        assert said("begun", bob) == ("suppressed", "under way")

    def test_an_invitation_to_what_has_begun_is_not_sent(self, alice, bob):
        game = begun(alice, bob, entry=Game.Entry.INVITED, invited=[bob])
        assert game.is_running
        assert said("invited", bob) == ("suppressed", "no longer open")

    def test_nor_one_to_who_has_joined(self, alice, bob):
        begun(
            alice,
            bob,
            rules=table(3, first="host"),
            entry=Game.Entry.INVITED,
            invited=[bob],
        )
        assert said("invited", bob) == ("suppressed", "joined")


def test_the_beginning_says_who_begins_and_what_is_played(alice, bob):
    begun(alice, bob)
    mail = last("begun", bob)
    assert mail.subject == "The game with Alice has begun"
    assert "Alice begins; you will get a mail when it is your turn." in mail.text
    assert "Duel\n3 days a move" in mail.text


class TestInvitation:
    def test_it_says_who_invites_and_to_what(self, alice, bob):
        offer(
            alice,
            rules=table(4, scoring="simple"),
            entry=Game.Entry.INVITED,
            invited=[bob],
        )
        mail = last("invited", bob)
        assert mail.subject == "Alice invites you to a game"
        for body in (mail.text, mail.html):
            assert "Table for 4 · simple scoring · end by claim" in body
            assert "3 days a move" in body

    def test_a_rematch_says_so(self, alice, bob):
        game = begun(alice, bob)
        play.resign(game=game.public_id, person=bob, key=uuid4(), now=NOON)
        rematches.offer(game=game.public_id, person=bob, now=NOON)
        assert last("invited", alice).subject == "Bob would like to play again"


class TestOver:
    def test_a_game_that_was_played_out(self, alice, bob):
        game = begun(alice, bob)
        play_out(game)
        event = game.events.get(ends=game.reason)
        loser = [bob, alice][event.seat]

        mail = last("over", loser)

        other = [alice, bob][event.seat]
        assert mail.subject == f"The game with {other} is over"
        assert f"{other} put {event.payload['tile']}" in mail.text
        first, second = game.seats.order_by("place", "number")
        place = second.place
        assert f"1. {first.player} {first.score}\n{place}. {second.player}" in mail.text
        assert f"The next tile fitted nowhere. The tile: {game.shown}." in mail.text

    def test_a_bag_that_is_empty(self, alice, bob):
        game = begun(alice, bob, rules=table(2, first="host"))
        while game.is_running:
            move(game, cell=None if fits_somewhere(game) else unfit_cell(game))
        assert game.reason == "bag_empty"
        other = [bob, alice][game.events.get(ends="bag_empty").seat]
        assert "Every tile has been played." in last("over", other).text

    def test_somebody_resigned(self, alice, bob):
        game = begun(alice, bob)
        play.resign(game=game.public_id, person=alice, key=uuid4(), now=NOON)
        assert "Alice resigned.\n\nYou have won." in last("over", bob).text

    def test_somebody_ran_out_of_time_and_both_hear_of_it(self, alice, bob):
        game = begun(alice, bob)
        move(game)
        move(game)
        timekeeping.run_out(game=game, now=NOON + 2 * PACE)
        assert "You ran out of time.\n\nBob has won." in last("over", alice).text
        assert "Alice ran out of time.\n\nYou have won." in last("over", bob).text

    def test_a_moderator_removed_somebody(self, alice, bob, dora):
        game = begun(alice, bob)
        ruled(rulings.remove, game, dora, seat=0)
        for person, sentence in (
            (alice, "A moderator removed you from the game."),
            (bob, "A moderator removed Alice from the game."),
        ):
            mail = last("over", person)
            assert sentence in mail.text
            assert "“Two seats, one person.”" in mail.text
            assert "Dora" not in mail.everything()

    def test_a_moderator_voided_it_with_words(self, alice, bob, dora):
        game = begun(alice, bob)
        ruled(rulings.void, game, dora)
        for person in (alice, bob):
            text = last("over", person).text
            assert "A moderator called the game off.\nA game that is" in text
            assert "“Two seats, one person.”" in text
            assert " won" not in text

    def test_words_that_were_erased_are_gone(self, alice, bob, dora):
        game = begun(alice, bob)
        ruled(rulings.void, game, dora)
        Ruling.objects.all().delete()
        assert "words" not in last("over", alice).text

    def test_all_agreed_to_call_it_off(self, alice, bob):
        game = begun(alice, bob)
        for person in (alice, bob):
            play.agree_to_call_off(
                game=game.public_id, person=person, key=uuid4(), now=NOON
            )
        assert "All players agreed to call the game off." in last("over", alice).text

    def test_one_called_it_off_early(self, alice, bob):
        game = begun(alice, bob)
        play.call_off(game=game.public_id, person=alice, key=uuid4(), now=NOON)
        assert "Alice called the game off before everybody" in last("over", bob).text

    def test_a_first_move_never_came(self, alice, bob):
        game = begun(alice, bob)
        timekeeping.run_out(game=game, now=NOON + 2 * PACE)
        for person in (alice, bob):
            text = last("over", person).text
            assert "A first move did not come in time" in text
            assert "A game that is called off counts for nothing." in text

    def test_a_true_claim(self, alice, bob):
        game = begun(alice, bob, rules=table(2, first="host"))
        while fits_somewhere(game):
            move(game)
        claimer, other = [alice, bob][game.turn], [bob, alice][game.turn]
        play.claim(
            game=game.public_id,
            person=claimer,
            turn_no=game.turn_no,
            key=uuid4(),
            now=NOON,
        )
        assert f"{claimer} said that no field takes the" in last("over", other).text

    def test_a_shared_first_place(self, alice, bob):
        game = begun(alice, bob)
        play_out(game)
        game.seats.update(place=1)
        for person, other in ((alice, bob), (bob, alice)):
            if Notice.objects.filter(kind="over", person=person):
                sentence = f"You and {other} share the first place."
                assert sentence in last("over", person).text

    def test_a_solo_game_has_no_winner(self, alice):
        game = begun(alice, rules=table(1, first="host"))
        timekeeping.run_out(game=game, now=NOON + 2 * PACE)
        mail = last("over", alice)
        assert mail.subject == "Your solo game is over"
        assert "won" not in mail.text


def test_who_was_removed_hears_the_moderators_words(alice, bob, carol, dora):
    game = begun(alice, bob, carol, rules=table(3, first="host"))
    ruled(rulings.remove, game, dora, seat=1)
    mail = last("out", bob)
    assert mail.subject == "The game with Alice and Carol goes on without you"
    assert "A moderator removed you from the game. The others play on." in mail.text
    assert "“Two seats, one person.”" in mail.html


def test_who_sat_at_an_offer_hears_why_it_was_withdrawn(alice, dora):
    game = offer(alice)
    rulings.withdraw(game=game.public_id, by=dora, words="Not here.", now=NOON)
    mail = last("withdrawn", alice)
    assert mail.subject == "The offer of Alice was withdrawn"
    assert "“Not here.”" in mail.text


class TestNamesAreOnlyNames:
    @pytest.fixture
    def eve(self, db):
        eve = make_person("Eve")
        # Past every check that a name has to pass.
        User.objects.filter(pk=eve.pk).update(name="<b>\r\nBcc: a@b.c&")
        eve.refresh_from_db()
        return eve

    @pytest.mark.parametrize("kind", ["turn", "begun", "over", "invited"])
    def test_no_markup_and_no_header(self, alice, bob, eve, kind):
        if kind == "invited":
            offer(eve, entry=Game.Entry.INVITED, invited=[alice])
        elif kind == "turn":
            move(begun(eve, alice))
        elif kind == "begun":
            begun(eve, alice)
        else:
            game = begun(eve, alice)
            play.resign(game=game.public_id, person=eve, key=uuid4(), now=NOON)
        mail = last(kind, alice)
        assert "<b> Bcc: a@b.c&" in mail.subject
        assert "\n" not in mail.subject
        assert "<b>" not in mail.html
        assert "&lt;b&gt;" in mail.html
        assert "<b>" in mail.text
        assert "&lt;" not in mail.text

    def test_a_moderators_words_are_only_words(self, alice, bob, dora):
        ruled(rulings.void, begun(alice, bob), dora, words="<i>no</i>")
        mail = last("over", alice)
        assert "“<i>no</i>”" in mail.text
        assert "<i>" not in mail.html


def test_no_mail_knows_a_hidden_tile(alice, bob, monkeypatch):
    """The bag is another one, and every byte of every mail stays the same."""
    game = begun(alice, bob, rules=table(2, first="host"))
    for _ in range(3):
        move(game)
    notices = Notice.objects.filter(status="waiting").order_by("pk")

    def mails():
        words = [delivery._words_of(notice, NOON) for notice in notices]
        return repr(words)

    before, hand_before = mails(), hand(game)
    assert "put" in before
    bag = secrets.bag_of(game)
    # What was drawn and shown stays; what is in hand or bag is another tile.
    others = bag[3:].translate(str.maketrans("123456789", "234567891"))
    monkeypatch.setattr(secrets, "bag_of", lambda game: bag[:3] + others)
    assert hand(game) != hand_before
    assert mails() == before


def test_no_mail_opens_a_secret(alice, bob, monkeypatch):
    game = begun(alice, bob)
    move(game)

    def refuse(secret):
        raise AssertionError("somebody looked into the bag")

    monkeypatch.setattr(secrets, "_open", refuse)
    assert "Alice put" in last("turn", bob).text
    with pytest.raises(AssertionError, match="looked into the bag"):
        hand(game)
