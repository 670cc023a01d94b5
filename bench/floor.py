"""The floor: what any page of this site costs before it does anything of its own."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import urlpatterns as site
from games.models import Game


def auth1(request: HttpRequest, game: str) -> HttpResponse:
    """The middleware, the session, the user, and one row found by its index."""
    assert request.user.is_authenticated
    found = Game.objects.get(public_id=game)
    return HttpResponse(str(found.seq), content_type="text/plain")


urlpatterns = [*site, path("bench/auth1/<slug:game>", auth1)]
