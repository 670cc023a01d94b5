"""The same requests in both worlds."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.engine.grid import NAMES
from games.models import Game
from tests.leaks.addresses import every_address
from tests.leaks.answers import Request, ask, differing_parts
from tests.leaks.scene import SEATS, Scene, said_to
from tests.leaks.worlds import swapped


class Difference(NamedTuple):
    method: str
    address: str
    parts: list[str]


def differences(
    scene: Scene, role: str, requests: Iterable[Request], *, keeps: int | None
) -> list[Difference]:
    """Where this role is answered differently when hidden tiles are others."""
    session, requests = scene.sessions[role], list(requests)
    here = [ask(session, request) for request in requests]
    with swapped(scene.game, keeps=keeps):
        there = [ask(session, request) for request in requests]
    compared = zip(requests, here, there, strict=True)
    return [
        Difference(request.method, request.address, parts)
        for request, one, two in compared
        if (parts := differing_parts(one, two))
    ]


def leaks(scene: Scene, role: str, requests: Iterable[Request]) -> list[Difference]:
    """What this role learns of tiles that are not their own."""
    return differences(scene, role, requests, keeps=SEATS.get(role))


def everywhere(scene: Scene) -> Iterator[Request]:
    """Each address, asked for and sent to."""
    for address in every_address(scene.fillings()):
        yield Request("GET", address)
        yield from _sent_to(address, scene.game)


def at_the_game(scene: Scene) -> Iterator[Request]:
    """Only where this game could be seen."""
    starts = (f"/games/{scene.game.public_id}/", f"/admin/games/game/{scene.game.pk}/")
    lists = ("/", "/games/", "/admin/games/game/")
    for request in everywhere(scene):
        if request.address in lists or request.address.startswith(starts):
            yield request


def _sent_to(address: str, game: Game) -> Iterator[Request]:
    said = said_to(game)
    free, taken = game.board.index("."), game.board.index(game.board.strip(".")[0])
    cells = [NAMES[free], NAMES[taken], "z9"] if address.endswith("/place") else ["a1"]
    for cell in cells:
        yield Request("POST", address, {**said, "cell": cell})
    if address.endswith("/place"):
        yield Request("POST", address, {**said, "cell": cells[0], "turn_no": 0})
        yield Request("POST", address, {**said, "cell": cells[0], "ask": "1"})
