"""Into an offer and out of it again."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from accounts.http import PersonRequest
from games.services import offers, rematches
from games.web.doors import changes_a_game, readable
from games.web.forms import JoinForm


@changes_a_game
def join(request: PersonRequest, game: str) -> HttpResponse:
    asked = readable(JoinForm(request.POST))
    offers.join(
        game=game,
        person=request.user,
        nonce=asked["nonce"],
        token=asked["join"],
        now=timezone.now(),
    )
    return redirect("table", game)


@changes_a_game
def leave(request: PersonRequest, game: str) -> HttpResponse:
    left = offers.leave(game=game, person=request.user, now=timezone.now())
    # Who left a private offer cannot see it any more.
    cancelled = left.status == left.Status.CANCELLED
    return redirect("table", game) if cancelled else redirect("home")


@changes_a_game
def decline(request: PersonRequest, game: str) -> HttpResponse:
    offers.decline(game=game, person=request.user)
    return redirect("home")


@changes_a_game
def rematch(request: PersonRequest, game: str) -> HttpResponse:
    again = rematches.offer(game=game, person=request.user, now=timezone.now())
    return redirect("table", again.public_id)
