"""What a request gets that came to nothing, without asking the database again."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import get_template
from django.views import defaults

RETRY_AFTER = 5


def server_error(request: HttpRequest) -> HttpResponse:
    """A database that is busy, locked or away is 503; everything else is 500."""
    # Django calls this where it has just caught what went wrong.
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return _try_again(request)
    return defaults.server_error(request)


def _try_again(request: HttpRequest) -> HttpResponse:
    # Without the request: who is signed in is a question to the database.
    page = get_template("503.html").render(
        {
            "address": request.get_full_path(),
            "again": _harmless_to_repeat(request),
            "csrf_token": get_token(request),
        }
    )
    headers = {"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"}
    return HttpResponse(page, status=503, headers=headers)


def _harmless_to_repeat(request: HttpRequest) -> dict[str, str]:
    """What was sent, where a key makes it count once; a password has none beside it."""
    if request.method != "POST" or "key" not in request.POST:
        return {}
    return {
        name: value
        for name, value in request.POST.items()
        if name != "csrfmiddlewaretoken" and isinstance(value, str)
    }
