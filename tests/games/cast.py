"""Games for tests, made through the services by the standing cast."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from accounts.models import User
from games import secrets
from games.clocks import a_move
from games.engine.grid import NAMES
from games.engine.rules import Rules, duel
from games.engine.state import legal_cells
from games.fold import Folded, fold
from games.models import Event, Game
from games.services import offers, play

NOON = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
SEED = bytes(range(32))


def nonce(number: int) -> offers.Nonce:
    return offers.Nonce.from_player(f"{number:032x}")


def offer(host: User, *, rules: Rules | None = None, **terms) -> Game:
    """An offer whose host has given a nonce; the same every time."""
    options = {
        name: terms.pop(name) for name in ("invited", "public_id") if name in terms
    }
    rules = rules or duel(first="host")
    if rules.first == "host":
        terms.setdefault("host_first", 0)
    game = offers.create(
        host=host,
        terms=offers.Terms(rules=rules, pace=a_move(3), **terms),
        key=str(uuid4()),
        now=NOON,
        server_seed=SEED,
        **options,
    )
    return offers.join(game=game.public_id, person=host, nonce=nonce(0), now=NOON)


def begun(*people: User, **terms) -> Game:
    """A running game of these people; the first of them begins."""
    game = offer(people[0], **terms)
    for number, person in enumerate(people[1:], start=1):
        offers.join(
            game=game.public_id,
            person=person,
            nonce=nonce(number),
            now=NOON,
            token=game.join_token,
        )
    game.refresh_from_db()
    return game


def folded(game: Game) -> Folded:
    return fold(game, Event.objects.filter(game=game).in_order(), secrets.bag_of(game))


def fitting_cell(game: Game) -> str:
    """The first field that takes the tile of the player to move."""
    return NAMES[legal_cells(folded(game).state)[0]]


def move(game: Game, *, now: datetime = NOON, cell: str | None = None) -> Event:
    """The player to move puts the tile on this field, or where it fits first."""
    game.refresh_from_db()
    event = play.place(
        game=game.public_id,
        person=game.seats.get(number=game.turn).person,
        cell=cell or fitting_cell(game),
        turn_no=game.turn_no,
        key=uuid4(),
        now=now,
    )
    game.refresh_from_db()
    return event


def play_out(game: Game, *, now: datetime = NOON) -> None:
    """Move until the game is over, an hour apart."""
    while game.is_running:
        now += timedelta(hours=1)
        move(game, now=now)


def asked(game: Game, person: User, **more) -> dict:
    """What every verb of a player takes."""
    said = {"game": game.public_id, "person": person, "key": uuid4(), "now": NOON}
    return {**said, **more}
