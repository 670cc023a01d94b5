"""The site says du; allauth's own German says Sie in places."""

import re
from pathlib import Path

import allauth
import polib
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, override

THEIRS = Path(allauth.__file__).parent / "locale/de/LC_MESSAGES/django.po"
OURS = settings.BASE_DIR / "locale/allauth/de/LC_MESSAGES/django.po"
# Parts of allauth that are not installed here.
ABSENT = re.compile(r"socialaccount|openid|idp/|phone|account/fields.py")
FORMAL = re.compile(r"\b(Sie|Ihr\w*|Ihnen)\b")


def texts_in_use() -> list[str]:
    return [
        entry.msgid
        for entry in polib.pofile(str(THEIRS))
        if not entry.obsolete
        and not all(ABSENT.search(path) for path, _ in entry.occurrences)
    ]


def test_allauth_says_du():
    with override("de"):
        assert [text for text in texts_in_use() if FORMAL.search(gettext(text))] == []


def test_who_forgot_the_password_is_promised_a_code(client, db):
    address = reverse("account_reset_password")
    text = client.get(address, headers={"accept-language": "de"}).content.decode()
    assert "dann kommt ein Code" in text
    assert "Link" not in text


def test_nothing_is_translated_that_allauth_does_not_say_any_more():
    theirs = {entry.msgid for entry in polib.pofile(str(THEIRS)) if not entry.obsolete}

    assert {entry.msgid for entry in polib.pofile(str(OURS))} <= theirs
