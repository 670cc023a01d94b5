from typing import Any

from allauth.account import admin as address_admin
from allauth.mfa import admin as factor_admin
from allauth.usersessions import admin as session_admin
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts import moderation
from accounts.http import PersonRequest
from accounts.models import Deactivation, Notice, User

# Who can write an address or read a session key can enter as somebody else, and
# see that person's hidden tile.
admin.site.unregister(address_admin.EmailAddress)
admin.site.unregister(factor_admin.Authenticator)
admin.site.unregister(session_admin.UserSession)


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("For the moderators; the person does not see it."),
        widget=forms.Textarea,
        max_length=Deactivation._meta.get_field("reason").max_length,
    )


class DeactivationInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Deactivation
    fk_name = "person"
    extra = 0
    can_delete = False
    fields = readonly_fields = ("at", "reason", "by", "lifted_at")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.has_perm("accounts.view_user"))

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "email", "is_active", "is_staff", "joined_at")
    list_filter = ("is_active", "is_staff", "groups")
    search_fields = ("name", "name_key", "email")
    ordering = ("name_key",)
    fields = (
        "name",
        "email",
        "language",
        "time_zone",
        "joined_at",
        "last_login",
        "is_active",
        "is_staff",
        "groups",
    )
    filter_horizontal = ("groups",)
    inlines = (DeactivationInline,)
    change_form_template = "admin/accounts/user/change_form.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Only an admin says who is a moderator; everything else is the person's."""
        editable = {"is_staff", "groups"} if request.user.is_superuser else set()
        return [name for name in self.fields if name not in editable]

    def save_model(
        self, request: HttpRequest, obj: User, form: forms.BaseForm, change: Any
    ) -> None:
        """Write what was changed here, and nothing that changed meanwhile."""
        # The admin itself writes the groups, which are rows of their own.
        obj.save(update_fields=set(form.changed_data) - {"groups"})

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path(
                "<int:pk>/deactivate/",
                view(self.deactivate),
                name="accounts_user_deactivate",
            ),
            path(
                "<int:pk>/reactivate/",
                view(self.reactivate),
                name="accounts_user_reactivate",
            ),
            *super().get_urls(),
        ]

    def deactivate(self, request: PersonRequest, pk: int) -> HttpResponse:
        person = self._person_in_care(request, pk)
        form = ReasonForm(request.POST or None)
        if form.is_valid():
            moderation.deactivate(
                person=person,
                reason=form.cleaned_data["reason"],
                by=request.user,
                now=timezone.now(),
            )
            return self._done(request, person, _("The person has been deactivated."))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Deactivate %(name)s") % {"name": person.name},
            "person": person,
            "form": form,
        }
        return render(request, "admin/accounts/user/deactivate.html", context)

    @method_decorator(require_POST)
    def reactivate(self, request: PersonRequest, pk: int) -> HttpResponse:
        person = self._person_in_care(request, pk)
        moderation.reactivate(person=person, by=request.user, now=timezone.now())
        return self._done(request, person, _("The person can sign in again."))

    def _person_in_care(self, request: PersonRequest, pk: int) -> User:
        person = get_object_or_404(User, pk=pk)
        if not self.has_change_permission(request, person):
            raise PermissionDenied
        if not moderation.may_look_after(person=person, by=request.user):
            raise PermissionDenied
        return person

    def _done(
        self, request: PersonRequest, person: User, sentence: str
    ) -> HttpResponse:
        # The log says that it happened; the words stand where they can be erased.
        self.log_change(request, person, sentence)
        messages.success(request, sentence)
        return redirect(reverse("admin:accounts_user_change", args=[person.pk]))


@admin.register(Notice)
class NoticeAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What became of a notice. Never its payload: it can hold a log-in code."""

    list_display = ("kind", "person", "status", "reason", "attempts", "due_at")
    list_filter = ("status", "kind")
    search_fields = ("person__name",)
    ordering = ("-pk",)
    list_select_related = ("person",)
    fields = (*list_display, "refusals", "created_at", "sent_at", "message_id")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
