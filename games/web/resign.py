"""Resigning: asked about first, since it cannot be undone."""

from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.http import PersonRequest
from games.queries.table import plays_on
from games.queries.visible import seated
from games.services import play
from games.web.doors import changes_a_game, readable
from games.web.forms import OnceForm
from games.web.page import address, seen_game, token_of


def resign(request: PersonRequest, game: str) -> HttpResponse:
    return (_do if request.method == "POST" else _ask)(request, game)


@require_safe
@login_required
def _ask(request: PersonRequest, game: str) -> HttpResponse:
    seen = seen_game(request, game)
    if not plays_on(game=seen, viewer=request.user):
        return redirect(address("table", game, token_of(request)))
    staying = [seat for seat in seated(seen) if not seat.left]
    others = [seat.player for seat in staying if seat.person_id != request.user.pk]
    context = {"game": game, "others": others, "key": uuid4()}
    return render(request, "games/resign.html", context)


@changes_a_game
def _do(request: PersonRequest, game: str) -> HttpResponse:
    asked = readable(OnceForm(request.POST))
    play.resign(game=game, person=request.user, now=timezone.now(), **asked)
    return redirect("table", game)
