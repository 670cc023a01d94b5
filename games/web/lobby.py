from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.queries.lists import open_offers
from games.web.page import viewer_of


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    offers = open_offers(viewer=viewer_of(request), now=timezone.now())
    return render(request, "games/lobby.html", {"offers": offers})
