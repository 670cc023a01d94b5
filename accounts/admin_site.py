from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

SECOND_FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


class StaffSite(AdminSite):
    """The moderators' desk: behind allauth's log-in and a second factor."""

    site_header = site_title = _("Postdoku, for moderators")
    index_title = _("What to look after")

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and self._factor_suffices(request)

    @method_decorator(never_cache)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send who is not signed in to allauth, and tell the others what is missing."""
        index = reverse("admin:index", current_app=self.name)
        if not request.user.is_authenticated:
            return redirect_to_login(request.GET.get(REDIRECT_FIELD_NAME) or index)
        if not super().has_permission(request):
            raise PermissionDenied
        if self.has_permission(request):
            return redirect(index)
        return render(request, "accounts/second_factor.html", status=403)

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return redirect("account_change_password")

    def _factor_suffices(self, request: HttpRequest) -> bool:
        if not settings.POSTDOKU_ADMIN_SECOND_FACTOR:
            return True
        return bool(get_adapter().is_mfa_enabled(request.user, types=SECOND_FACTORS))
