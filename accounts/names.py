"""What a public name may look like, and when two names are the same."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 3, 20
BOT_PREFIX = "bot:"

# \w takes the letters and digits of every alphabet, and the underscore. What
# cannot be seen (controls, joiners, turners of direction) is in none of these.
ALLOWED = re.compile(r"[\w .'-]+")
# A few characters are drawn as nothing and still count as letters or marks.
INVISIBLE = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
# Vowels and tones of many alphabets are marks on a letter; more of them than any
# language needs only run into the lines above and below.
MARKS = {"Mn", "Mc"}
MOST_MARKS = 3

# The alphabets whose letters are drawn alike. A name that mixes them is either
# a mistake or somebody else's name in disguise.
LOOKALIKES = {"LATIN", "GREEK", "CYRILLIC"}


def normalise(name: str) -> str:
    """Return the one written form of what was typed."""
    return unicodedata.normalize("NFKC", name).strip()


def key_of(name: str) -> str:
    """Return what two names have in common that differ in case alone."""
    return unicodedata.normalize("NFKC", normalise(name).casefold())


def check(name: str) -> None:
    """Refuse a name, already normalised, that breaks a rule."""
    if name.casefold().startswith(BOT_PREFIX):
        raise ValidationError(
            _("Names that begin with “bot:” belong to the bots."), code="bot"
        )
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters."),
            code="length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    if not _is_spelled(name) or "  " in name or name != normalise(name):
        raise ValidationError(
            _("A name has letters, digits, single spaces and - _ . ' only."),
            code="characters",
        )
    if not any(character.isalpha() for character in name):
        raise ValidationError(_("A name has at least one letter."), code="letters")
    if len(_alphabets(name) & LOOKALIKES) > 1:
        raise ValidationError(_("A name keeps to one alphabet."), code="alphabets")


def _is_spelled(name: str) -> bool:
    return bool(ALLOWED.fullmatch(_bare(name))) and not INVISIBLE.search(name)


def _bare(name: str) -> str:
    """Return the name without the marks that its letters carry."""
    bare, marks = "", 0
    for character in name:
        marks = marks + 1 if unicodedata.category(character) in MARKS else 0
        if not (bare[-1:].isalpha() and 1 <= marks <= MOST_MARKS):
            bare += character
    return bare


def _alphabets(name: str) -> set[str]:
    letters = filter(str.isalpha, name)
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
