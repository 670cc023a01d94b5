"""Who plays in a drill: people with sessions, and running games of theirs.

    python -m drill.cast prepare
    python -m drill.cast games 200

It works beside the site, in a process with its environment, through the services.
"""

import json
import sys
from itertools import cycle, islice
from uuid import uuid4

import django

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402
from django.conf import settings  # noqa: E402
from django.contrib.auth import (  # noqa: E402
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
)
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from config import setup  # noqa: E402
from games.clocks import a_move  # noqa: E402
from games.engine.rules import Rules, duel, table  # noqa: E402
from games.services import offers  # noqa: E402

PEOPLE = 8
# Both ways to draw and to end are played.
RULES = (duel(), table(2))


def make_games(count: int) -> list[dict[str, object]]:
    """Running games, each with the session of who sits on each seat."""
    people = [make_person(f"Player {uuid4().hex[:8]}") for _ in range(PEOPLE)]
    sessions = {person.pk: make_session(person) for person in people}
    pairs = cycle(zip(people, people[1:] + people[:1], strict=True))
    made: list[dict[str, object]] = []
    for number, players in enumerate(islice(pairs, count)):
        game = make_game(RULES[number % len(RULES)], players)
        seats = [sessions[person.pk] for person in players]
        made.append({"game": game, "sessions": seats})
    return made


def make_person(name: str) -> User:
    person = User(name=name, email=f"{name.split()[1]}@example.org")
    person.set_unusable_password()
    person.save()
    EmailAddress.objects.create(
        user=person, email=person.email, verified=True, primary=True
    )
    return person


def make_session(person: User) -> str:
    """Somebody who is signed in already: log-in is not what is drilled."""
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    assert session.session_key
    return session.session_key


def make_game(rules: Rules, players: tuple[User, User]) -> str:
    now = timezone.now()
    terms = offers.Terms(rules=rules, pace=a_move(3))
    game = offers.create(host=players[0], terms=terms, key=str(uuid4()), now=now)
    for person in players:
        nonce = offers.Nonce.from_server()
        offers.join(game=game.public_id, person=person, nonce=nonce, now=now)
    return game.public_id


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        setup.prepare()
    else:
        print(json.dumps(make_games(int(sys.argv[2]))))
