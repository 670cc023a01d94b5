"""What happened in a game, as sentences in the language that is active."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Event
from games.queries.history import Happened

Names = Mapping[int | None, str]


def told(event: Event | Happened, names: Names, *, reader: int | None = None) -> str:
    """One event; its tile has been shown to everybody."""
    said = {"player": names.get(event.seat, ""), **event.payload}
    match event.kind:
        case "place" if "aside" in said:
            return (
                _(
                    "%(player)s put %(tile)s on %(cell)s, where it does not fit: "
                    "set aside, no points."
                )
                % said
            )
        case "place":
            return (
                ngettext(
                    "%(player)s put %(tile)s on %(cell)s: %(points)s point.",
                    "%(player)s put %(tile)s on %(cell)s: %(points)s points.",
                    said["points"],
                )
                % said
            )
        case "claim" if "aside" in said:
            return (
                _(
                    "%(player)s said that no field takes the %(tile)s, but one did: "
                    "set aside, no points."
                )
                % said
            )
        case "claim":
            return (
                _("%(player)s said that no field takes the %(tile)s, and so it is.")
                % said
            )
        case "void":
            return _called_off(said)
        case "resign" | "timeout" | "removed":
            return _gone(event, said["player"], is_reader=event.seat == reader)
        case _:
            # A log may be newer than these words.
            return _("Something else happened.")


def _gone(event: Event | Happened, player: str, *, is_reader: bool) -> str:
    sentences = {
        "resign": (_("You resigned."), _("%(player)s resigned.")),
        "timeout": (_("You ran out of time."), _("%(player)s ran out of time.")),
        "removed": (
            _("A moderator removed you from the game."),
            _("A moderator removed %(player)s from the game."),
        ),
    }
    own, others = sentences[event.kind]
    return own if is_reader else others % {"player": player}


def _called_off(said: Mapping[str, str]) -> str:
    sentences = {
        "moderator": _("A moderator called the game off."),
        "players": _("All players agreed to call the game off."),
        "player": _(
            "%(player)s called the game off before everybody had had a first turn."
        ),
        "site": _("A first move did not come in time, so the game was called off."),
    }
    return sentences[said["by"]] % said
