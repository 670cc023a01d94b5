from .event import Event
from .game import Game
from .invitation import Invitation
from .pulse import Outage, Pulse
from .ruling import Ruling
from .seat import Seat
from .secret import GameSecret

__all__ = [
    "Event",
    "Game",
    "GameSecret",
    "Invitation",
    "Outage",
    "Pulse",
    "Ruling",
    "Seat",
]
