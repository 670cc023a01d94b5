"""The page of a game: an offer, a running game or a finished one, to one viewer."""

from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise

from accounts.models import User
from games.display.board import table_board
from games.models import Game
from games.queries.offer import offer_of
from games.queries.table import table_of
from games.queries.visible import find

NOT_BEGUN = (Game.Status.OPEN, Game.Status.CANCELLED)


def viewer_of(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def seen_game(request: HttpRequest, public_id: str) -> Game:
    """The game, or 404: whether a hidden one exists is hidden too."""
    token = request.POST.get("join") or request.GET.get("join", "")
    game = find(public_id=public_id, viewer=viewer_of(request), token=token)
    if game is None:
        raise Http404
    return game


def game_page(
    request: HttpRequest,
    public_id: str,
    *,
    status: int = 200,
    error: str | Promise = "",
    misfit: str = "",
) -> HttpResponse:
    """`misfit` is a field that the player is asked about before a tile is burnt."""
    game = seen_game(request, public_id)
    context: dict[str, Any] = {
        "now": timezone.now(),
        "key": uuid4(),
        "token": request.POST.get("join") or request.GET.get("join", ""),
        "error": error,
    }
    if game.status in NOT_BEGUN:
        return _offer_page(request, game, context, status)
    return _table_page(request, game, context | {"misfit": misfit}, status)


def _offer_page(
    request: HttpRequest, game: Game, context: dict[str, Any], status: int
) -> HttpResponse:
    offer = offer_of(game=game, viewer=viewer_of(request), now=context["now"])
    link = f"{request.path}?join={offer.join_token}"
    context |= {"offer": offer, "link": request.build_absolute_uri(link)}
    return render(request, "games/offer.html", context, status=status)


def _table_page(
    request: HttpRequest, game: Game, context: dict[str, Any], status: int
) -> HttpResponse:
    table = table_of(game=game, viewer=viewer_of(request), now=context["now"])
    context |= {"table": table, "look": table.look, "board": table_board(table)}
    response = render(request, "games/table.html", context, status=status)
    # It may show a hand: neither a proxy nor the browser keeps it after log-out.
    response["Cache-Control"] = "private, no-store"
    return response
