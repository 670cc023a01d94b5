"""Who looks, and at which games."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from accounts.groups import MODERATORS
from accounts.models import Notice, User
from games.engine.rules import table
from games.models import Game
from games.services import play
from tests.games.cast import asked, begun, move, offer
from tests.leaks.addresses import Filling
from tests.people import enter, make_person

ROLES = ("anonymous", "spectator", "opponent", "owner", "moderator", "admin")
# The seat of those who hold a tile that they may see.
SEATS = {"owner": 0, "opponent": 1}

# On which terms Alice and Bob play; between them, everything that differs in kind.
KINDS: dict[str, dict[str, Any]] = {
    "duel": {},
    "aids": {"aids": True},
    "three": {"rules": table(3, end="claim", first="host")},
    "private": {
        "rules": table(2, end="referee", scoring="simple", first="host"),
        "entry": Game.Entry.LINK,
        "spectators": False,
    },
}


@dataclass
class Scene:
    game: Game
    people: dict[str, User]
    sessions: dict[str, str | None]

    def fillings(self) -> list[Filling]:
        """What stands in addresses: this game and its owner, wherever they can."""
        owner, game = self.people["owner"], self.game
        turn = Notice.objects.filter(kind="turn", person=owner).latest("pk")
        return [
            ("/games/", "game", game.public_id),
            ("/admin/games/game/", "object_id", game.pk),
            ("/admin/r/", "object_id", game.pk),
            (
                "/admin/r/",
                "content_type_id",
                ContentType.objects.get_for_model(game).pk,
            ),
            ("/admin/accounts/user/", "object_id", owner.pk),
            ("/admin/accounts/user/", "pk", owner.pk),
            ("/admin/accounts/notice/", "object_id", turn.pk),
            ("/admin/auth/group/", "object_id", Group.objects.get(name=MODERATORS).pk),
            ("/admin/", "app_label", "games"),
            ("/admin/", "url", "nowhere"),
            ("/accounts/2fa/webauthn/", "pk", 1),
            ("/mailbox/", "token", settings.MAILBOX_TOKEN),
            ("/mailbox/", "name", turn.message_id.strip("<>").split("@")[0]),
        ]


def make_scene(kind: str) -> Scene:
    people = {
        "owner": make_person("Alice"),
        "opponent": make_person("Bob"),
        "spectator": make_person("Carol"),
        "moderator": make_person("Dora", is_staff=True),
        "admin": make_person("Chief", is_staff=True, is_superuser=True),
    }
    people["moderator"].groups.add(Group.objects.get(name=MODERATORS))
    _other_games(people)
    game = _running_game(kind, people["owner"], people["opponent"])
    sessions = {role: _signed_in(people.get(role)) for role in ROLES}
    return Scene(game, people, sessions)


def _running_game(kind: str, *players: User) -> Game:
    """Two rounds old, Alice to move; the same bag every time."""
    if kind == "three":
        players = (*players, make_person("Erin"))
    game = begun(*players, public_id="TheHiddenOne", **KINDS[kind])
    for _turn in range(2 * len(players)):
        move(game)
    return game


def _other_games(people: dict[str, User]) -> None:
    alice, bob, carol = (people[who] for who in ("owner", "opponent", "spectator"))
    offer(bob)
    offer(alice, entry=Game.Entry.INVITED, invited=[carol])
    begun(carol, alice)
    finished = begun(bob, carol)
    move(finished)
    play.resign(**asked(finished, carol))


def _signed_in(person: User | None) -> str | None:
    if person is None:
        return None
    client = Client()
    enter(client, person, factor=person.is_staff)
    return client.cookies["sessionid"].value


def said_to(game: Game) -> dict[str, Any]:
    """What a form at the table, or at the moderators' desk, would say."""
    return {
        "turn_no": game.turn_no,
        "key": "6f1c3a52-0b55-4c69-9f0f-0d3b2f6a7c11",
        "seat": 0,
        "words": "Why not.",
        "reason": "Why not.",
    }
