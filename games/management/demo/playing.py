"""Playing the demo's games, move by move, through the services."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from random import Random
from uuid import uuid4

from accounts.models import User
from games import secrets
from games.bots import BOTS
from games.clocks import a_move
from games.engine.grid import NAMES
from games.engine.moves import Place
from games.engine.refusals import Over
from games.engine.rules import Rules
from games.engine.view import view
from games.fold import Folded, fold, step
from games.management.demo.stories import DAYS_A_MOVE, Demo, Story
from games.models import Event, Game
from games.services import offers, play


def offer(
    name: str,
    rules: Rules,
    entry: str,
    host: User,
    invited: Sequence[User],
    now: datetime,
) -> Game | None:
    """An offer under this name, unless it was made before."""
    key = f"demo:{name}"
    if Game.objects.filter(creator=host, create_key=key).exists():
        return None
    terms = offers.Terms(rules=rules, pace=a_move(DAYS_A_MOVE), entry=entry)
    guests = invited if entry == Game.Entry.INVITED else ()
    return offers.create(host=host, terms=terms, key=key, now=now, invited=guests)


def join(game: Game, person: User, now: datetime) -> None:
    nonce = offers.Nonce.from_server()
    offers.join(game=game.public_id, person=person, nonce=nonce, now=now)


def tell(
    name: str, story: Story, people: Sequence[User], dora: User, began_at: datetime
) -> Game | None:
    """Play a story; None where that was done before."""
    people = people[: story.rules.players]
    game = offer(name, story.rules, Game.Entry.OPEN, people[0], (), began_at)
    if game is None:
        return None
    for person in people:
        join(game, person, began_at)
    game.refresh_from_db()
    demo = Demo(game, people, dora, began_at)
    # A game that is to run out of time may be found late by the site that runs beside.
    with suppress(Over):
        moves = _move(demo, story)
        if story.ending:
            story.ending(demo, demo.after(moves))
    return game


def _move(demo: Demo, story: Story) -> int:
    """Make the story's moves as a bot would; give their number."""
    game = demo.game
    events = Event.objects.filter(game=game).in_order()
    folded = fold(game, events, secrets.bag_of(game))
    generator = Random(game.public_id)
    moves = 0
    while folded.state.turn is not None and moves != story.moves:
        moves += 1
        event = _make_move(demo, folded, generator, demo.after(moves), story)
        folded = step(folded, event)
    return moves


def _make_move(
    demo: Demo, folded: Folded, generator: Random, now: datetime, story: Story
) -> Event:
    state = folded.state
    assert state.turn is not None  # noqa: S101 - the caller has looked
    chosen = BOTS["greedy"](view(state, state.turn), generator)
    game, person = demo.game.public_id, demo.people[state.turn]
    if isinstance(chosen, Place):
        cell = NAMES[chosen.cell]
    elif story.claims:
        return play.claim(
            game=game, person=person, turn_no=state.turn_no, key=uuid4(), now=now
        )
    else:
        cell = NAMES[state.board.text.index(".")]
    return play.place(
        game=game,
        person=person,
        cell=cell,
        turn_no=state.turn_no,
        key=uuid4(),
        now=now,
    )
