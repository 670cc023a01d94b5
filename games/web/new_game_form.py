"""What a host chooses for a game, and what of it goes together."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from games.clocks import a_move
from games.engine.rules import duel, table
from games.models import Game
from games.services.offers import Terms

PACES = (1, 3, 7, 14, 30)
USUAL = ""


class NewGameForm(forms.Form):
    """Every field has a value that goes with both rule sets, so few have to choose."""

    rules = forms.ChoiceField(
        label=_("Rule set"),
        choices=[("duel", _("Duel, for two")), ("table", _("Table, for one to four"))],
        widget=forms.RadioSelect,
        initial="duel",
    )
    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=[(2, "2"), (1, _("1, alone")), (3, "3"), (4, "4")],
        coerce=int,
    )
    scoring = forms.ChoiceField(
        label=_("Scoring"),
        choices=[
            ("neighbours", _("Row, column and box")),
            ("simple", _("Row and column (table only)")),
        ],
    )
    end = forms.ChoiceField(
        label=_("Who sees the end"),
        required=False,
        choices=[
            (USUAL, _("As usual")),
            ("referee", _("The referee, at once")),
            ("claim", _("The players, by a claim")),
        ],
        help_text=_(
            "The referee ends the game when a tile fits nowhere. With a claim the "
            "players have to see that themselves. Usual: the referee in a duel and "
            "alone, else a claim."
        ),
    )
    first = forms.ChoiceField(
        label=_("Who begins"),
        choices=[
            ("lot", _("The lot decides")),
            ("0", _("I do")),
            ("1", _("The second seat")),
            ("2", _("The third seat")),
            ("3", _("The fourth seat")),
            ("oldest", _("The oldest (table only)")),
        ],
        help_text=_(
            "Who is the oldest follows from the birth years in the settings. Where "
            "nobody gave one, or two are alike, the lot decides."
        ),
    )
    days = forms.TypedChoiceField(
        label=_("Days for a move"),
        choices=[(days, str(days)) for days in PACES],
        coerce=int,
        initial=3,
    )
    aids = forms.ChoiceField(
        label=_("Show where a tile fits"),
        required=False,
        choices=[
            (USUAL, _("As usual")),
            ("yes", _("Yes, to every player")),
            ("no", _("No: seeing it is the game")),
        ],
        help_text=_(
            "Marks the fields that take your tile, with the points they bring; it "
            "needs the referee. Usual: only for who plays alone."
        ),
    )
    entry = forms.ChoiceField(
        label=_("Who can join"),
        choices=[
            (Game.Entry.OPEN, _("Everybody")),
            (Game.Entry.LINK, _("Who has the link that I pass on")),
            (Game.Entry.INVITED, _("Whom I invite")),
        ],
        widget=forms.RadioSelect,
        initial=Game.Entry.OPEN,
    )
    names = forms.CharField(
        label=_("Names to invite"),
        help_text=_("Public names, separated by commas."),
        required=False,
        max_length=200,
    )
    spectators = forms.BooleanField(
        label=_("Others may watch"), required=False, initial=True
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.host = host

    def clean_names(self) -> list[User]:
        """The people with these names; each unknown one is named."""
        written = [part.strip() for part in self.cleaned_data["names"].split(",")]
        keys = {names.key_of(names.normalise(name)): name for name in written if name}
        people = list(User.objects.filter(name_key__in=keys, is_active=True))
        unknown = set(keys) - {person.name_key for person in people}
        if unknown:
            listed = ", ".join(sorted(keys[key] for key in unknown))
            raise forms.ValidationError(
                _("Nobody here is called %(names)s."), params={"names": listed}
            )
        return [person for person in people if person != self.host]

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or self.cleaned_data
        if not self.errors:
            self._fill_in_what_is_usual(chosen)
            for field, sentence in list(_contradictions(chosen)):
                self.add_error(field, str(sentence))
        return chosen

    def _fill_in_what_is_usual(self, chosen: dict[str, Any]) -> None:
        alone = chosen["players"] == 1
        by_referee = chosen["rules"] == "duel" or alone
        # Aids would give away what has to be claimed.
        chosen["end"] = chosen["end"] or ("referee" if by_referee else "claim")
        usual_aids = alone and chosen["end"] == "referee"
        chosen["aids"] = usual_aids if not chosen["aids"] else chosen["aids"] == "yes"

    @property
    def terms(self) -> Terms:
        chosen = self.cleaned_data
        seat = int(chosen["first"]) if chosen["first"].isdigit() else None
        first = chosen["first"] if seat is None else "host"
        rules = (
            duel(first=first)
            if chosen["rules"] == "duel"
            else table(
                chosen["players"],
                scoring=chosen["scoring"],
                end=chosen["end"],
                first=first,
            )
        )
        return Terms(
            rules=rules,
            pace=a_move(chosen["days"]),
            entry=chosen["entry"],
            host_first=seat,
            aids=chosen["aids"],
            spectators=chosen["spectators"],
        )


def _contradictions(chosen: dict[str, Any]) -> Iterator[tuple[str, Promise]]:
    """Each field that does not go with the others, and why."""
    if chosen["rules"] == "duel":
        yield from _in_a_duel(chosen)
    if chosen["first"].isdigit() and int(chosen["first"]) >= chosen["players"]:
        yield "first", _("There are not so many seats.")
    if chosen["aids"] and chosen["end"] == "claim":
        yield (
            "aids",
            _(
                "That would give away what has to be claimed. Let the referee see the "
                "end, or do not show it."
            ),
        )
    if chosen["entry"] == Game.Entry.INVITED:
        yield from _by_invitation(chosen)
    elif chosen["names"]:
        yield (
            "names",
            _("Names are for a game by invitation. Choose that, or leave them out."),
        )


def _in_a_duel(chosen: dict[str, Any]) -> Iterator[tuple[str, Promise]]:
    if chosen["players"] != 2:
        yield "players", _("A duel is for two. The table takes one to four.")
    if chosen["scoring"] != "neighbours":
        yield "scoring", _("A duel counts all neighbours.")
    if chosen["end"] != "referee":
        yield "end", _("In a duel the referee sees the end.")
    if chosen["first"] == "oldest":
        yield "first", _("In a duel the lot decides, or you name a seat.")


def _by_invitation(chosen: dict[str, Any]) -> Iterator[tuple[str, Promise]]:
    if chosen["players"] == 1:
        yield "entry", _("Alone there is nobody to invite.")
    elif not chosen["names"]:
        yield "names", _("Write whom you invite.")
    elif len(chosen["names"]) >= chosen["players"]:
        yield "names", _("These are more people than seats beside yours.")
