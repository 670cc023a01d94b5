"""Every address of the site, from its resolver."""

import re
from collections.abc import Iterator, Sequence

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern
from django.utils.regex_helper import normalize

# Where an address begins, a parameter in it, and what to fill in.
Filling = tuple[str, str, object]


class Unfilled(LookupError):
    """An address has a parameter that nobody fills: say how, in the table."""


def every_address(fillings: Sequence[Filling]) -> list[str]:
    return sorted(
        {_filled(route, fillings) for route in _routes(get_resolver().url_patterns)}
    )


def _routes(
    patterns: Sequence[URLPattern | URLResolver], start: str = "/"
) -> Iterator[str]:
    """Each as `/games/%(game)s/`."""
    for pattern in patterns:
        route = start + _readable(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        else:
            yield route


def _readable(pattern: object) -> str:
    if isinstance(pattern, RegexPattern):
        [(route, _names)] = normalize(str(pattern))
        return route
    return re.sub(r"<(?:\w+:)?(\w+)>", r"%(\1)s", str(pattern))


def _filled(route: str, fillings: Sequence[Filling]) -> str:
    said = {}
    for parameter in re.findall(r"%\((\w+)\)s", route):
        for start, name, value in fillings:
            if route.startswith(start) and name == parameter:
                said[parameter] = value
                break
        else:
            raise Unfilled(f"{parameter} in {route}")
    return route % said
