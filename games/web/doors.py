"""What the doors that change a game have in common."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts.http import PersonRequest
from games.engine.refusals import Refusal, Unreadable
from games.web.page import address, game_page, seen_game, token_of
from games.web.sentences import ANSWERS, UNREADABLE

Door = Callable[[PersonRequest, str], HttpResponse]


def changes_a_game(view: Door) -> Door:
    """For who is signed in, by POST; a refusal shows the game as it is now."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def door(request: PersonRequest, game: str) -> HttpResponse:
        table = address("table", game, token_of(request))
        # This address only takes what is sent to it; somebody may yet come back here.
        if request.method != "POST":
            return redirect(table)
        if not request.user.is_authenticated:
            return redirect_to_login(table)
        # Before anything else is said about it.
        seen_game(request, game)
        try:
            return view(request, game)
        except Unreadable:
            answer = UNREADABLE
        except Refusal as refusal:
            answer = ANSWERS[type(refusal)]
        return game_page(request, game, status=answer.status, error=answer.sentence)

    return door


def readable(form: Form) -> dict[str, Any]:
    """What was sent, or Unreadable."""
    if not form.is_valid():
        raise Unreadable(", ".join(form.errors))
    return form.cleaned_data
