from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.display.board import draw
from games.engine.grid import NAMES
from games.queries.lists import invitations, my_games
from games.web.page import viewer_of

# A duel under way, for who does not know yet what this is.
_START: Final = (
    ".8...........3......9............8.......2...........1...1............4.7........"
)
_BOARD: Final = (
    "28....6.....53819...92......9..4.82.14..72.....7..3..15..1...72..2...94.71.82436."
)


@require_safe
@cache_control(private=True, no_store=True)
def home(request: HttpRequest) -> HttpResponse:
    """My games, or what this is."""
    viewer, now = viewer_of(request), timezone.now()
    if viewer is None:
        return render(request, "games/welcome.html", {"board": _example()})
    context = {
        "now": now,
        "games": my_games(person=viewer, now=now),
        "invitations": invitations(person=viewer, now=now),
    }
    return render(request, "games/home.html", context)


def _example() -> SafeString:
    return draw(board=_BOARD, start=_START, last=NAMES.index("h8"))
