"""In production, an unsafe or contradicting setting keeps the site from starting."""

from collections.abc import Iterator, Sequence

from cryptography.fernet import Fernet
from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.checks.security.base import check_secret_key
from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host


@register
def seed_keys_can_encrypt(
    app_configs: Sequence[AppConfig] | None, **kwargs: object
) -> list[CheckMessage]:
    try:
        for key in settings.SEED_KEYS:
            Fernet(key)
    except ValueError:
        return [
            Error(
                "One of SEED_KEYS is not a Fernet key.",
                hint="docs/operating.md says how to make one.",
                id="postdoku.E01",
            )
        ]
    return []


@register
def production_is_safe(
    app_configs: Sequence[AppConfig] | None, **kwargs: object
) -> list[CheckMessage]:
    if not settings.PRODUCTION:
        return []
    return [
        Error(wrong, hint=remedy, id=f"postdoku.{number}")
        for number, wrong, remedy in _unsafe()
    ]


def _unsafe() -> Iterator[tuple[str, str, str]]:
    if settings.DEBUG:
        yield (
            "E02",
            "DEBUG is on, and would show the site's insides to everybody.",
            "Unset DEBUG.",
        )
    if not settings.SECRETS_GIVEN:
        yield (
            "E03",
            "SECRET_KEY or SEED_KEYS is not set, so each machine would make its own.",
            "Set both; docs/operating.md says how to make them.",
        )
    # What Django itself would only warn of.
    if check_secret_key(None):
        yield (
            "E10",
            "SECRET_KEY is easily guessed, and so could be everybody's session.",
            "Set another one; docs/operating.md says how to make it.",
        )
    yield from _unsafe_addresses()
    if not settings.MAIL_IS_DELIVERED:
        yield (
            "E08",
            "EMAIL_URL names no mail server, so nobody would get a mail.",
            "Set EMAIL_URL, for example smtp+tls://user:password@mail.example.org:587.",
        )
    if not settings.POSTDOKU_ADMIN_SECOND_FACTOR:
        yield (
            "E09",
            "POSTDOKU_ADMIN_SECOND_FACTOR is off: a password would open the admin.",
            "Unset POSTDOKU_ADMIN_SECOND_FACTOR.",
        )


def _unsafe_addresses() -> Iterator[tuple[str, str, str]]:
    if not settings.SITE_URL.startswith("https://"):
        yield (
            "E04",
            "SITE_URL does not begin with https://, so passwords would travel open.",
            "Set SITE_URL to the address that people type, with https://.",
        )
    if "*" in settings.ALLOWED_HOSTS:
        yield (
            "E05",
            "ALLOWED_HOSTS allows every name, so mails could carry a stranger's link.",
            "Set ALLOWED_HOSTS to the site's names.",
        )
    elif not validate_host(settings.SITE_HOST, settings.ALLOWED_HOSTS):
        yield (
            "E06",
            "ALLOWED_HOSTS lacks the host of SITE_URL, so the site answers nobody.",
            f"Add {settings.SITE_HOST} to ALLOWED_HOSTS.",
        )
    if settings.TRUSTED_PROXIES < 1:
        yield (
            "E07",
            "TRUSTED_PROXIES is 0, but https:// comes from a proxy in front.",
            "Set TRUSTED_PROXIES to the number of proxies in front, usually 1.",
        )


def refuse_to_start_unsafe() -> None:
    """For the doors that Django's commands, which check by themselves, do not open."""
    problems = [
        *seed_keys_can_encrypt(None),
        *production_is_safe(None),
    ]
    if problems:
        raise ImproperlyConfigured(
            "\n".join(f"{problem.msg} {problem.hint}" for problem in problems)
        )
