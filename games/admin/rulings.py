"""What a moderator can decide about a game: forms and sentences."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.refusals import HasLeft, Over, Refusal
from games.models import Game, Ruling, Seat
from games.services import rulings
from games.services.freezing import Frozen
from games.services.offers import NotOpen
from games.services.record import KeyReused, NotBegun

REFUSED: dict[type[Refusal], str | Promise] = {
    rulings.OwnGame: _("You play in this game: another moderator has to decide."),
    Over: _("This game is over already. Nothing was changed."),
    NotBegun: _("This game has not begun, so there is only an offer to withdraw."),
    NotOpen: _("This is no open offer any more. Nothing was changed."),
    HasLeft: _("This player has left the game already. Nothing was changed."),
    Frozen: _("This game stands still: the operator has to look at its log first."),
    KeyReused: _("This form has been sent before, for something else. Open it anew."),
}


class WordsForm(forms.Form):
    words = forms.CharField(
        label=_("Reason"),
        help_text=_("The players who are told by mail read it there."),
        widget=forms.Textarea,
        max_length=Ruling._meta.get_field("words").max_length,
    )

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats


class OnceForm(WordsForm):
    """The key makes a repeat harmless."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


class RemovalForm(OnceForm):
    seat = forms.TypedChoiceField(label=_("Player"), coerce=int)

    field_order = ("seat", "words")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Who has left stays in the list, so that a repeat is answered as before.
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            (seat.number, seat.player or _("somebody who is gone"))
            for seat in self.seats
        ]


@dataclass(frozen=True, kw_only=True)
class Decision:
    name: str
    status: str
    title: str | Promise
    effect: str | Promise
    done: str | Promise
    form: type[WordsForm]
    decide: Callable[..., object]


DECISIONS = (
    Decision(
        name="void",
        status=Game.Status.RUNNING,
        title=_("Call the game off"),
        effect=_("The game ends without a winner and counts for nothing."),
        done=_("The game has been called off, and the players are told."),
        form=OnceForm,
        decide=rulings.void,
    ),
    Decision(
        name="remove",
        status=Game.Status.RUNNING,
        title=_("Remove a player"),
        effect=_("The player is out of the game. Where two are left, they play on."),
        done=_("The player has been removed, and is told."),
        form=RemovalForm,
        decide=rulings.remove,
    ),
    Decision(
        name="withdraw",
        status=Game.Status.OPEN,
        title=_("Withdraw the offer"),
        effect=_("The offer is cancelled, and nobody can join it any more."),
        done=_("The offer has been withdrawn, and who sat there is told."),
        form=WordsForm,
        decide=rulings.withdraw,
    ),
)
