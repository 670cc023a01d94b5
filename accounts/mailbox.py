"""The mails of a machine without a mail server, for the person at its keyboard.

They hold everybody's log-in codes, so each guard here must hold by itself.
"""

import re
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import wraps
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from config.addresses import THIS_MACHINE

# A proxy on this machine makes strangers look local; it names itself here.
PROXY_HEADERS = ("Forwarded", "X-Forwarded", "X-Real-Ip", "Via")

# The part of a Message-ID before the @, as Python makes it, names the file.
NAME = r"[0-9]+(\.[0-9]+)*"

View = Callable[..., HttpResponse]


class Mail(NamedTuple):
    name: str
    written_at: float
    parsed: EmailMessage


def address() -> str:
    """The page's address, which is as secret as the token in it."""
    path = reverse("mailbox", args=[settings.MAILBOX_TOKEN])
    return f"{settings.SITE_URL}{path}"


def exists() -> bool:
    """Whether there is a mailbox at all: no mail server, and a site of one machine."""
    return (
        not settings.MAIL_IS_DELIVERED
        and urlsplit(settings.SITE_URL).hostname in THIS_MACHINE
    )


def is_open_to(request: HttpRequest, token: str) -> bool:
    return (
        exists()
        and urlsplit(f"//{request.get_host()}").hostname in THIS_MACHINE
        and not any(name.startswith(PROXY_HEADERS) for name in request.headers)
        and constant_time_compare(token, settings.MAILBOX_TOKEN)
    )


def for_this_machine(view: View) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, token: str, **kwargs: str) -> HttpResponse:
        if not is_open_to(request, token):
            raise Http404
        return view(request, token, **kwargs)

    return require_safe(never_cache(guarded))


@for_this_machine
def mail_list(request: HttpRequest, token: str) -> HttpResponse:
    mails = sorted(_mails(), key=lambda mail: mail.written_at, reverse=True)
    return render(request, "accounts/mailbox.html", {"token": token, "mails": mails})


@for_this_machine
def mail_page(request: HttpRequest, token: str, name: str) -> HttpResponse:
    mail = _read(name)
    context = {"token": token, "mail": mail, "text": _body(mail, "plain")}
    return render(request, "accounts/mail.html", context)


@csp(
    {
        "default-src": [NONE],
        "style-src": ["'unsafe-inline'"],
        "img-src": ["data:"],
        "frame-ancestors": [SELF],
        "sandbox": True,
    }
)
@xframe_options_sameorigin
@for_this_machine
def mail_html(request: HttpRequest, token: str, name: str) -> HttpResponse:
    """The HTML part alone, for a frame: it brings styles and may do nothing."""
    return HttpResponse(_body(_read(name), "html"))


def _mails() -> Iterator[Mail]:
    """Read what is there, whatever else somebody put beside it."""
    for path in settings.MAIL_DIR.glob("*.eml"):
        if path.is_file() and re.fullmatch(NAME, path.stem):
            yield _read(path.stem)


def _read(name: str) -> Mail:
    path = settings.MAIL_DIR / f"{name}.eml"
    if not path.is_file():
        raise Http404
    parsed = message_from_bytes(path.read_bytes(), policy=policy.default)
    return Mail(name=name, written_at=path.stat().st_mtime, parsed=parsed)


def _body(mail: Mail, subtype: str) -> str:
    part = mail.parsed.get_body(preferencelist=(subtype,))
    # The site writes UTF-8; what claims to be something else is not its own.
    content: Any = part.get_payload(decode=True) if part else b""
    return str(content, "utf-8", errors="replace")
