"""The game, to look at: as a page, and as other programs read it."""

from dataclasses import asdict

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotModified,
    JsonResponse,
)
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.engine.record import result_of
from games.models.event import stamp
from games.queries.record import NoRecord, record_text
from games.queries.visible import Look, look
from games.web.page import game_page, seen_game, viewer_of


@require_safe
def table(request: HttpRequest, game: str) -> HttpResponse:
    return game_page(request, game)


@require_safe
@cache_control(private=True, no_store=True)
def state(request: HttpRequest, game: str) -> HttpResponse:
    """Exactly what the viewer may see, for programs."""
    seen = look(
        game=seen_game(request, game), viewer=viewer_of(request), now=timezone.now()
    )
    return JsonResponse(_state(seen))


def _state(seen: Look) -> dict[str, object]:
    return {
        "game": seen.game,
        "seq": seen.seq,
        "turn_no": seen.turn_no,
        "status": seen.status,
        "turn": seen.turn,
        "board": seen.board,
        "seats": [
            {"player": seat.player, "score": seat.score, "left": bool(seat.left)}
            for seat in seen.seats
        ],
        "hand": seen.hand,
        "deadline": stamp(seen.deadline) if seen.deadline else None,
        "rules": asdict(seen.rules),
        "result": result_of(seen.result) if seen.result else None,
    }


@require_safe
@cache_control(private=True, no_cache=True)
def seq(request: HttpRequest, game: str) -> HttpResponse:
    """Anything new? The number of the last event, or 304."""
    number = seen_game(request, game).seq
    tag = f'"{number}"'
    if request.headers.get("If-None-Match") == tag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(str(number), content_type="text/plain")
    response["ETag"] = tag
    return response


@require_safe
def record(request: HttpRequest, game: str) -> HttpResponse:
    """The record of a finished game, to check it offline."""
    try:
        text = record_text(game=seen_game(request, game))
    except NoRecord:
        raise Http404 from None
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="postdoku-{game}.json"'
    return response
