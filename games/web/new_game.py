from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.http import PersonRequest
from games.services import offers
from games.web.new_game_form import NewGameForm


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: PersonRequest) -> HttpResponse:
    """Make an offer; its page goes on with the host's nonce."""
    sent = request.POST if request.method == "POST" else None
    form = NewGameForm(sent, host=request.user, initial={"key": uuid4()})
    if form.is_valid():
        game = offers.create(
            host=request.user,
            terms=form.terms,
            key=str(form.cleaned_data["key"]),
            invited=form.cleaned_data["names"],
            now=timezone.now(),
        )
        return redirect("table", game.public_id)
    status = 400 if form.is_bound else 200
    return render(request, "games/new_game.html", {"form": form}, status=status)
