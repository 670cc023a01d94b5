from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import (
    AbstractBaseUser,
    BaseUserManager,
    PermissionsMixin,
)
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names

OLDEST_BIRTH_YEAR = 1900


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, name: str | None) -> "User":
        return self.get(name_key=names.key_of(name or ""))


class User(AbstractBaseUser, PermissionsMixin):
    """A person: a public name, and how and in which words to reach them."""

    name = models.CharField(_("public name"), max_length=names.LONGEST, unique=True)
    # SQLite folds the case of ASCII alone, so the folded form is stored.
    name_key = models.CharField(max_length=60, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    language = models.CharField(_("language"), max_length=10, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    # What the browser said at the last log-in: a mail has no browser to ask.
    browser_language = models.CharField(max_length=10, blank=True, editable=False)
    browser_time_zone = models.CharField(max_length=64, blank=True, editable=False)
    birth_year = models.PositiveSmallIntegerField(
        _("year of birth"), null=True, blank=True
    )
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("may enter the admin"), default=False)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now)

    objects = UserManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(
                    GreaterThanOrEqual(Length("name"), names.SHORTEST),
                    LessThanOrEqual(Length("name"), names.LONGEST),
                ),
                name="user_name_has_3_to_20_characters",
            ),
            models.CheckConstraint(
                condition=~Q(name_key="") & ~Q(name_key__startswith=names.BOT_PREFIX),
                name="user_name_key_is_a_persons",
            ),
            models.CheckConstraint(
                condition=Q(birth_year=None) | Q(birth_year__gte=OLDEST_BIRTH_YEAR),
                name="user_birth_year_is_plausible",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        names.check(self.name)

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name = names.normalise(self.name)
        self.name_key = names.key_of(self.name)
        super().save(*args, **kwargs)

    # Mutators

    def remember_browser(self, *, language: str, time_zone: str) -> None:
        """Keep what the browser says; one that names no zone changes nothing."""
        self.browser_language = language
        self.browser_time_zone = time_zone or self.browser_time_zone
        self.save(update_fields=["browser_language", "browser_time_zone"])

    # Queries

    def verified_address(self) -> str | None:
        """Return where mail reaches this person, the primary address first."""
        addresses = self.emailaddress_set.filter(verified=True)  # type: ignore[attr-defined]
        found = addresses.order_by("-primary", "pk").first()
        return found.email if found else None

    # Properties

    @property
    def spoken_language(self) -> str:
        return self.language or self.browser_language or settings.LANGUAGE_CODE

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone or self.browser_time_zone or "UTC")
