from typing import Any

from allauth.account.forms import SignupForm
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.validators import MaxValueValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts import names, time_zones
from accounts.models import User
from accounts.models.user import OLDEST_BIRTH_YEAR

NAME_TAKEN = _("Somebody else has this name already.")


class SignUpForm(SignupForm):  # type: ignore[misc]
    """Allauth's own form, and the public name."""

    name = forms.CharField(
        label=_("Public name"),
        help_text=_("3 to 20 characters. Everybody sees it beside your moves."),
        widget=forms.TextInput(
            attrs={"autocomplete": "nickname", "spellcheck": "false"}
        ),
    )
    field_order = ("name", "email", "password1")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = _("Only for mails of this site; never shown.")
        password = self.fields["password1"]
        password.label = _("Password (optional)")
        password.help_text = _("Without one, sign in with a code sent by mail.")

    def clean_name(self) -> str:
        name = names.normalise(self.cleaned_data["name"])
        names.check(name)
        if User.objects.filter(name_key=names.key_of(name)).exists():
            raise forms.ValidationError(NAME_TAKEN, code="taken")
        return name

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Save, unless another request took the name a moment ago."""
        try:
            with transaction.atomic():
                saved: tuple[User | None, HttpResponse | None]
                saved = super().try_save(request)
                return saved
        except IntegrityError:
            messages.error(request, NAME_TAKEN)
            return None, redirect("account_signup")


def _zone_choices() -> list[tuple[str, str]]:
    return [(zone, zone) for zone in time_zones.all_zones()]


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As my browser says")), *settings.LANGUAGES],
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=_zone_choices)
    birth_year = forms.IntegerField(
        label=_("Year of birth"),
        help_text=_("Optional. Used for “the oldest begins” and nothing else."),
        required=False,
        min_value=OLDEST_BIRTH_YEAR,
    )

    class Meta:
        model = User
        fields = ("language", "time_zone", "birth_year")

    def __init__(self, *, this_year: int, guessed_zone: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        year = self.fields["birth_year"]
        year.validators.append(MaxValueValidator(this_year))
        year.widget.attrs["max"] = this_year
        if not self.instance.time_zone:
            self._ask_to_confirm(guessed_zone)

    def _ask_to_confirm(self, guessed_zone: str) -> None:
        self.initial["time_zone"] = guessed_zone or str(self.instance.zone)
        self.fields["time_zone"].help_text = (
            _("Your browser says so. Save to confirm it.")
            if guessed_zone
            else _("Not chosen yet. Save to confirm it.")
        )
