"""What the engine says no to, as types: the sentences belong to the doors.

`Unreadable` is input that means nothing; a `Refusal` is a move that the rules do
not allow here. Neither changes anything.
"""

from dataclasses import dataclass


class Unreadable(ValueError):
    """The input has no meaning; the message says where it stops making sense."""


class Refusal(Exception):
    """The move is readable, but not allowed in this position."""


@dataclass(eq=False)
class Over(Refusal):
    reason: str


@dataclass(eq=False)
class NoSuchSeat(Refusal):
    seat: int


@dataclass(eq=False)
class HasLeft(Refusal):
    seat: int


@dataclass(eq=False)
class NotYourTurn(Refusal):
    seat: int
    turn: int | None


@dataclass(eq=False)
class Occupied(Refusal):
    cell: int
    digit: int


class NoClaims(Refusal):
    """In this game the referee sees the end, so there is nothing to claim."""
