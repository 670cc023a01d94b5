"""Words of a notice: the values a kind's function returns, and how to find them.

A kind is named in `settings.NOTICE_KINDS` with the dotted path of its function,
which takes the notice and `now`, and returns a `Message` or a `Suppressed`. The
person's language and time zone are active while it runs.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import css_inline
from django.conf import settings
from django.template.loader import render_to_string

from accounts.models import Notice

ACCOUNT = "account"
MAIL_TEST = "mail_test"

_inliner = css_inline.CSSInliner(load_remote_stylesheets=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Suppressed:
    """There is nothing to say any more."""

    reason: str


def compose(*, name: str, context: dict[str, Any]) -> Message:
    """Fill the three templates of a mail, in the language that is active."""
    words = {**context, "site_url": settings.SITE_URL}
    subject = " ".join(render_to_string(f"mails/{name}-subject.txt", words).split())
    words["subject"] = subject
    return Message(
        subject=subject,
        text=render_to_string(f"mails/{name}-body.txt", words).strip() + "\n",
        html=inline_styles(render_to_string(f"mails/{name}-body.html", words)),
    )


def inline_styles(page: str) -> str:
    """Move the styles into the elements: mail programs drop the rest."""
    return _inliner.inline(page)


def account_mail(notice: Notice, now: datetime) -> Message:
    """Return what allauth wrote, which stands in the row until it is sent."""
    written = notice.payload
    return Message(
        subject=written["subject"], text=written["text"], html=written["html"]
    )


def test_mail(notice: Notice, now: datetime) -> Message:
    return compose(name="mail-test", context={"now": now})
