from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts import time_zones


class PersonMiddleware:
    """Speak the person's language and show their time, or else the browser's.

    It stands after `LocaleMiddleware`, which has asked the browser already.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(_zone_for(request)):
            return self.get_response(request)


def _zone_for(request: HttpRequest) -> ZoneInfo:
    guessed = time_zones.guess(request)
    if request.user.is_authenticated and (request.user.time_zone or not guessed):
        return request.user.zone
    return ZoneInfo(guessed or "UTC")
