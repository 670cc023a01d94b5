"""How a game ended and what is played, as sentences for mails."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.display.events import Names
from games.display.words import listed
from games.models import Event, Game


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
