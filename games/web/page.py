"""The page of a game: an offer, a running game or a finished one, to one viewer."""

from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.views.decorators.cache import cache_control

from accounts.models import User
from games.display.board import table_board
from games.models import Game
from games.queries.offer import offer_of
from games.queries.table import table_of
from games.queries.visible import NOT_BEGUN, find


def viewer_of(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def token_of(request: HttpRequest) -> str:
    """The join token that the viewer came with."""
    return request.POST.get("join") or request.GET.get("join", "")


def address(name: str, game: str, token: str) -> str:
    """With the token where there is one: it may be the only way in."""
    return reverse(name, args=[game], query={"join": token} if token else None)


def seen_game(request: HttpRequest, public_id: str) -> Game:
    """The game, or 404: whether a hidden one exists is hidden too."""
    viewer, token = viewer_of(request), token_of(request)
    game = find(public_id=public_id, viewer=viewer, token=token)
    if game is None:
        raise Http404
    return game


# It may show a hand, or the join token: nobody keeps it after log-out.
@cache_control(private=True, no_store=True)
def game_page(
    request: HttpRequest,
    public_id: str,
    *,
    status: int = 200,
    error: str | Promise = "",
    misfit: str = "",
) -> HttpResponse:
    """`misfit` is a field that the player is asked about before a tile is burnt."""
    game, token = seen_game(request, public_id), token_of(request)
    context: dict[str, Any] = {
        "now": timezone.now(),
        "key": uuid4(),
        "token": token,
        # Not the request's own address: that may be one to send things to.
        "here": address("table", public_id, token),
        "poll": address("seq", public_id, token),
        "error": error,
    }
    if game.status in NOT_BEGUN:
        return _offer_page(request, game, context, status)
    return _table_page(request, game, context | {"misfit": misfit}, status)


def _offer_page(
    request: HttpRequest, game: Game, context: dict[str, Any], status: int
) -> HttpResponse:
    offer = offer_of(game=game, viewer=viewer_of(request), now=context["now"])
    link = address("table", game.public_id, offer.join_token)
    context |= {"offer": offer, "link": request.build_absolute_uri(link)}
    return render(request, "games/offer.html", context, status=status)


def _table_page(
    request: HttpRequest, game: Game, context: dict[str, Any], status: int
) -> HttpResponse:
    table = table_of(game=game, viewer=viewer_of(request), now=context["now"])
    context |= {
        "table": table,
        "look": table.look,
        "board": table_board(table),
        "record": address("record", game.public_id, context["token"]),
    }
    return render(request, "games/table.html", context, status=status)
