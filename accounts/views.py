from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import time_zones
from accounts.forms import SettingsForm
from accounts.http import PersonRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: PersonRequest) -> HttpResponse:
    form = SettingsForm(
        data=request.POST if request.method == "POST" else None,
        instance=request.user,
        this_year=timezone.localdate().year,
        guessed_zone=time_zones.guess(request),
    )
    if form.is_valid():
        # Not the whole row, which may have changed since it was read.
        request.user.save(update_fields=form.fields)
        messages.success(request, _("Saved."))
        return redirect("settings")
    return render(request, "accounts/settings.html", {"form": form})
