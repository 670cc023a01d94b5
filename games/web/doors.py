"""What the doors that change a game have in common."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.http import PersonRequest
from games.engine.refusals import Refusal, Unreadable
from games.services.transaction import NoSuchGame
from games.web.page import game_page
from games.web.sentences import ANSWERS, UNREADABLE

Door = Callable[[PersonRequest, str], HttpResponse]


def changes_a_game(view: Door) -> Door:
    """For who is signed in, by POST; a refusal shows the game as it is now."""

    @require_POST
    @wraps(view)
    def door(request: PersonRequest, game: str) -> HttpResponse:
        if not request.user.is_authenticated:
            # To the page: this address only takes what is sent to it.
            return redirect_to_login(reverse("table", args=[game]))
        try:
            return view(request, game)
        except NoSuchGame:
            raise Http404 from None
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
