"""Reading JSON strictly: every value has a known shape, or the file is unreadable.

A shape is `str`, `int` or `bool`; `[shape]` is a list, `{"key": shape, "key?": shape}`
an object (`?` marks a key that may be missing), `(shape, None)` a value or null; a
function chooses the shape by the value.
"""

import json
import re
from typing import Any, NoReturn

from .refusals import Unreadable

_NO_TEXT = re.compile("[\0\ud800-\udfff]")
_KINDS: dict[type, str] = {str: "a text", int: "a whole number", bool: "true or false"}


def parse(text: str) -> Any:
    """JSON without what JSON readers disagree on."""
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_int=_short_integer,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        raise Unreadable(f"this is not JSON: {error}") from None
    except RecursionError:
        raise Unreadable("the brackets are nested too deeply") from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise Unreadable("an object has the same key twice")
    return value


def _short_integer(digits: str) -> int:
    if len(digits.lstrip("-")) > 15:
        raise Unreadable("a number has more than 15 digits")
    return int(digits)


def _no_number(text: str) -> NoReturn:
    raise Unreadable(f"{text[:20]} is not a whole number")


def fit(shape: Any, value: Any, where: str) -> Any:
    """The value, its keys in the shape's order; Unreadable where it does not fit."""
    match shape:
        case type():
            return _plain(shape, value, where)
        case [inner]:
            if not isinstance(value, list):
                raise Unreadable(f"{where} is not a list")
            return [fit(inner, item, f"{where}[{i}]") for i, item in enumerate(value)]
        case (inner, None):
            return None if value is None else fit(inner, value, where)
        case dict():
            return _object(shape, value, where)
    return fit(shape(value), value, where)


def _plain(kind: type, value: Any, where: str) -> Any:
    # `type(...) is`, since True counts as an integer to isinstance.
    if type(value) is not kind:
        raise Unreadable(f"{where} is not {_KINDS[kind]}")
    if isinstance(value, str) and _NO_TEXT.search(value):
        raise Unreadable(f"{where} holds NUL or half of a character")
    return value


def _object(shape: dict[str, Any], value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unreadable(f"{where} is not an object")
    ordered = {}
    for key, inner in shape.items():
        name = key.rstrip("?")
        if name in value:
            ordered[name] = fit(inner, value[name], f"{where}.{name}")
        elif name == key:
            raise Unreadable(f"{where} has no key {name!r}")
    for key in value:
        if key not in ordered:
            raise Unreadable(f"{where} has an unknown key {key[:40]!a}")
    return ordered
