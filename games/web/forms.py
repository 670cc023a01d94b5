"""What players send from the page of a game."""

from django import forms

from games.engine.refusals import Refusal, Unreadable
from games.services.offers import Nonce


class NoNonce(Refusal):
    """What was sent as a player's number is none."""


class OnceForm(forms.Form):
    """The key makes a repeat harmless."""

    key = forms.UUIDField()


class TurnForm(OnceForm):
    """`turn_no` is the position that the player saw."""

    turn_no = forms.IntegerField(min_value=0, max_value=10_000)


class PlaceForm(TurnForm):
    # Whether there is such a field, the engine says.
    cell = forms.CharField(max_length=10)


class JoinForm(forms.Form):
    """Without script there is no nonce, and the server makes one."""

    nonce = forms.CharField(required=False)
    join = forms.CharField(required=False, max_length=64)

    def clean_nonce(self) -> Nonce:
        digits = self.cleaned_data["nonce"]
        try:
            return Nonce.from_player(digits) if digits else Nonce.from_server()
        except Unreadable:
            raise NoNonce from None
