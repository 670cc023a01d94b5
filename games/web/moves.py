"""What a player does at the table: one call to the services each."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from accounts.http import PersonRequest
from games.queries.table import is_misfit
from games.services import play
from games.web.doors import changes_a_game, readable
from games.web.forms import OnceForm, PlaceForm, TurnForm
from games.web.page import game_page, seen_game


@changes_a_game
def place(request: PersonRequest, game: str) -> HttpResponse:
    asked = readable(PlaceForm(request.POST))
    if "ask" in request.POST and _would_be_burnt(request, game, asked):
        return game_page(request, game, misfit=asked["cell"])
    play.place(game=game, person=request.user, now=timezone.now(), **asked)
    return redirect("table", game)


def _would_be_burnt(request: PersonRequest, game: str, asked: dict[str, Any]) -> bool:
    return is_misfit(
        game=seen_game(request, game),
        viewer=request.user,
        now=timezone.now(),
        cell=asked["cell"],
        turn_no=asked["turn_no"],
    )


@changes_a_game
def claim(request: PersonRequest, game: str) -> HttpResponse:
    asked = readable(TurnForm(request.POST))
    play.claim(game=game, person=request.user, now=timezone.now(), **asked)
    return redirect("table", game)


@changes_a_game
def call_off(request: PersonRequest, game: str) -> HttpResponse:
    asked = readable(OnceForm(request.POST))
    play.call_off(game=game, person=request.user, now=timezone.now(), **asked)
    return redirect("table", game)


@changes_a_game
def agree(request: PersonRequest, game: str) -> HttpResponse:
    asked = readable(OnceForm(request.POST))
    play.agree_to_call_off(game=game, person=request.user, now=timezone.now(), **asked)
    return redirect("table", game)
