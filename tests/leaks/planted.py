"""Leaks, planted to see that they are found."""

import logging
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from accounts import outbox
from games import secrets
from games.fold import fold
from games.models import Event, Game

Answering = Callable[[HttpRequest], HttpResponse]

honest_write = outbox.write


def tile_to_play(game: Game) -> int | None:
    state = fold(game, game.events.in_order(), secrets.bag_of(game)).state
    return None if state.turn is None else state.hands[state.turn]


def in_a_header(get_response: Answering) -> Answering:
    """A middleware that sends the sum of the tiles that are to be played next."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        tiles = (tile_to_play(game) for game in Game.objects.running())
        response["X-Sum"] = str(sum(tile or 0 for tile in tiles))
        return response

    return middleware


def in_the_log(get_response: Answering) -> Answering:
    def middleware(request: HttpRequest) -> HttpResponse:
        for game in Game.objects.running():
            logging.getLogger("planted").warning("%s", tile_to_play(game))
        return get_response(request)

    return middleware


def hand_for_everybody(game: Game, seat: int | None, log: list[Event]) -> int | None:
    """Takes the place of what finds a viewer's own hand."""
    return tile_to_play(game)


def write_with_the_tile(*, payload: dict[str, Any], **row: Any) -> None:
    """Takes the place of what writes a notice."""
    tile = tile_to_play(Game.objects.get(pk=payload["game"]))
    honest_write(payload=payload | {"tile": tile}, **row)
