from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts import time_zones
from accounts.mails import inline_styles
from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """What allauth is told about this site's people."""

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, **options: Any
    ) -> User:
        user.name = form.cleaned_data["name"]
        saved: User = super().save_user(request, user, form, **options)
        return saved

    def set_password(self, user: User, password: str) -> None:
        user.set_password(password)
        # Allauth would write the whole row, which may have changed since.
        user.save(update_fields=["password"])

    def post_login(
        self, request: HttpRequest, user: User, **details: Any
    ) -> HttpResponse:
        user.remember_browser(
            language=get_language() or "", time_zone=time_zones.guess(request)
        )
        response: HttpResponse = super().post_login(request, user, **details)
        return response

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """Dress allauth's words, which are plain text, like every other mail."""
        context = {**context, "site_url": settings.SITE_URL}
        mail: EmailMessage
        mail = super().render_mail(template_prefix, email, context, headers)
        if isinstance(mail, EmailMultiAlternatives) and not mail.alternatives:
            words = {"text": mail.body, "subject": mail.subject, **context}
            page = render_to_string("mails/account-body.html", words)
            mail.attach_alternative(inline_styles(page), "text/html")
        return mail
