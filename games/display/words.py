"""Words for what queries return: filters for templates, loaded as `words`."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django import template
from django.utils import formats, timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.display import events
from games.engine.outcome import track
from games.engine.rules import Rules
from games.queries.history import Happened
from games.queries.lists import Row
from games.queries.offer import Offer
from games.queries.visible import Look, SeatSeen

register = template.Library()

REASONS = {
    "no_field": gettext_lazy("The next tile fitted nowhere."),
    "claimed": gettext_lazy("The last tile fitted nowhere."),
    "bag_empty": gettext_lazy("Every tile has been played."),
    "voided": gettext_lazy("A game that is called off counts for nothing."),
}

# Endings that their event tells better, since it names somebody.
TOLD = ("claimed", "resigned", "timeout", "removed")

# Half a minute more, so that "2 d 23 h" does not follow on a promise of three days.
ROUNDING = timedelta(seconds=30)

RULE_SETS = {"duel": gettext_lazy("Duel"), "table": gettext_lazy("Table")}

LEFT = {
    "resign": gettext_lazy("resigned"),
    "timeout": gettext_lazy("ran out of time"),
    "removed": gettext_lazy("was removed"),
}


@register.filter
def name(player: str | None) -> str:
    """A player's name, or what stands for somebody who is gone."""
    return _("somebody who is gone") if player is None else player


def ending(reason: str, shown: int | None = None) -> str:
    """What ended a game, with the tile that fitted nowhere."""
    said = str(REASONS[reason])
    if shown is None:
        return said
    tile = _("The tile: %(tile)s.") % {"tile": shown}
    return f"{said} {tile}"


@register.filter
def ended(seen: Look, log: Sequence[Happened]) -> str:
    """What ended a game that is over, and by whom."""
    if seen.result is None:
        return ""
    if seen.result.reason not in TOLD:
        return ending(seen.result.reason, seen.result.shown)
    last = log[-1]
    return events.told(last, {last.seat: name(last.player)}, reader=seen.seat)


@register.filter
def pace(days: int) -> str:
    return ngettext("%(count)s day a move", "%(count)s days a move", days) % {
        "count": days
    }


@register.filter
def rules(terms: Rules) -> str:
    """A rule set in a few words; what is usual is not said."""
    if terms.name == "duel":
        return str(RULE_SETS["duel"])
    said = [
        _("Table, alone")
        if terms.players == 1
        else _("Table for %(count)s") % {"count": terms.players}
    ]
    if terms.scoring == "simple":
        said.append(_("simple scoring"))
    said.append(_("end by claim") if terms.end == "claim" else _("end by referee"))
    return " · ".join(said)


@register.filter
def moment(at: datetime) -> str:
    """An instant in the viewer's time zone."""
    form = pgettext("date format", "D j M, H:i")
    return formats.date_format(timezone.localtime(at), form)


@register.filter
def time_left(deadline: datetime, now: datetime) -> str:
    """Two units at most: "2 d 3 h"."""
    minutes = (deadline + ROUNDING - now) // timedelta(minutes=1)
    if minutes < 1:
        return _("no time")
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    units = [(days, _("d")), (hours, _("h")), (minutes, _("min"))]
    counted = [f"{count} {unit}" for count, unit in units if count]
    # "3 d 12 min" would be more exact than anybody reads.
    return " ".join(counted[:2] if hours or not days else counted[:1])


@register.filter
def told(event: Happened) -> str:
    """What happened; what a tile brought stands beside it."""
    said = {"player": name(event.player), **event.payload}
    match event.kind:
        case "place" if "aside" not in said:
            return _("%(player)s: %(tile)s on %(cell)s") % said
        case "agree":
            return _("%(player)s would like to call the game off.") % said
    return events.told(event, {event.seat: name(event.player)})


def listed(names: Sequence[str]) -> str:
    """Names as they stand in a sentence."""
    return get_text_list(list(names), _("and"))


@register.filter
def names(players: Sequence[str | None]) -> str:
    return ", ".join(name(player) for player in players)


@register.filter
def times(count: int) -> range:
    return range(count)


@register.filter
def standing(seat: SeatSeen, terms: Rules) -> str:
    """Place, how the seat left, and, at the table, where its stone stands."""
    said = []
    if seat.place is not None and terms.players > 1:
        said.append(_("place %(place)s") % {"place": seat.place})
    if seat.left:
        said.append(str(LEFT[seat.left]))
    if terms.name == "table":
        said.append(_on_the_track(seat.score))
    return " · ".join(said)


def _on_the_track(score: int) -> str:
    laps, step = track(score)
    said = ngettext("%(laps)s lap, step %(step)s", "%(laps)s laps, step %(step)s", laps)
    return said % {"laps": laps, "step": step}


@register.filter
def result(seen: Look) -> str:
    return winner(seen.seats, seen.seat) or _("The game is over")


@register.filter
def outcome(row: Row) -> str:
    """How a game in a list of somebody's own ended for that person."""
    if row.reason == "voided":
        return _("called off")
    if len(row.seats) == 1:
        left = row.seats[0].left
        return str(LEFT[left]) if left else ending(row.reason)
    places = {seat.number: seat.place for seat in row.seats}
    if len(places) == 2 and set(places.values()) == {1}:
        return _("a draw")
    said = [winner(row.seats, row.seat)]
    if len(places) > 2 and row.seat is not None and places[row.seat] != 1:
        place = {"place": places[row.seat], "count": len(places)}
        said.append(_("place %(place)s of %(count)s") % place)
    return " · ".join(said)


def winner(seats: Sequence[SeatSeen], reader: int | None) -> str:
    """Who won, said to one seat or to a spectator; nothing where nobody did."""
    first = [seat for seat in seats if seat.place == 1]
    if not first or len(seats) == 1:
        return ""
    others = [name(seat.player) for seat in first if seat.number != reader]
    if not others:
        return _("You have won")
    said = {"names": listed(others)}
    if len(others) < len(first):
        return _("You and %(names)s share the first place") % said
    return (
        ngettext("%(names)s has won", "%(names)s share the first place", len(first))
        % said
    )


@register.filter
def begins(offer: Offer) -> str:
    """Who has the first turn of a game that has not begun."""
    match offer.look.rules.first, offer.host_first:
        case "oldest", _any:
            return _("the oldest")
        case "host", int(seat):
            taken = {seen.number: seen.player for seen in offer.look.seats}
            return (
                name(taken[seat])
                if seat in taken
                else _("seat %(number)s") % {"number": seat + 1}
            )
    return _("the lot decides")
