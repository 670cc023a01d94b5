"""Which time zones there are, and which one a browser says it is in."""

from functools import cache
from urllib.parse import unquote
from zoneinfo import available_timezones

from django.http import HttpRequest

# static/zone.js writes it.
COOKIE = "zone"


@cache
def all_zones() -> list[str]:
    """The zones named after a place, and UTC."""
    return sorted(zone for zone in available_timezones() if _is_place(zone))


def guess(request: HttpRequest) -> str:
    """Return the zone the browser named, or nothing."""
    named = unquote(request.COOKIES.get(COOKIE, ""))
    return named if named in all_zones() else ""


def _is_place(zone: str) -> bool:
    return zone == "UTC" or ("/" in zone and not zone.startswith("Etc/"))
