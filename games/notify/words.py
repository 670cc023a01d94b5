"""What happened in a game, as sentences in the language that is active."""

from collections.abc import Mapping, Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Event, Game, Seat

Names = Mapping[int | None, str]


def name_of(seat: Seat) -> str:
    return seat.player or _("somebody who is gone")


def listed(names: Sequence[str]) -> str:
    return get_text_list(list(names), _("and"))


def told(event: Event, names: Names, *, reader: int | None = None) -> str:
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
        case _:
            return _gone(event, said["player"], is_reader=event.seat == reader)


def _gone(event: Event, player: str, *, is_reader: bool) -> str:
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


def ending(event: Event) -> list[str]:
    """What ended the game, where the event alone does not say it."""
    match event.ends:
        case "no_field" if "shown" in event.payload:
            return [
                _("The next tile, %(tile)s, fits on no free field.")
                % {"tile": event.payload["shown"]}
            ]
        case "bag_empty":
            return [_("The bag is empty.")]
        case "voided":
            return [_("The game counts for nothing.")]
        case _:
            return []


def result(game: Game, names: Names, *, reader: int | None) -> str:
    """Who won, said to one of the players; nothing where there is no winner."""
    first = [seat.number for seat in game.seats.all() if seat.place == 1]
    if not first or game.rule_set.players == 1:
        return ""
    if first == [reader]:
        return _("You won.")
    if reader in first:
        others = [names[number] for number in first if number != reader]
        return _("You and %(others)s share the first place.") % {
            "others": listed(others)
        }
    winners = listed([names[number] for number in first])
    return ngettext(
        "%(winners)s won.", "%(winners)s share the first place.", len(first)
    ) % {"winners": winners}


def terms(game: Game) -> list[str]:
    """What is played, and at which pace."""
    rules, days = game.rule_set, game.days_a_move
    return [
        _("Rules: duel") if rules.name == "duel" else _("Rules: table"),
        ngettext("%(count)s player", "%(count)s players", rules.players)
        % {"count": rules.players},
        ngettext("%(days)s day for a move", "%(days)s days for a move", days)
        % {"days": days},
        _("Rows and columns score")
        if rules.scoring == "simple"
        else _("Rows, columns and boxes score"),
        _("The players say when no field is left")
        if rules.end == "claim"
        else _("The site says when no field is left"),
    ]
