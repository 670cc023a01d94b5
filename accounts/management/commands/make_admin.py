from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse

from accounts import names
from accounts.models import User


class Command(BaseCommand):
    help = "Make an admin: a new person, or one whose verified address it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("name", help="public name, 3 to 20 characters")
        parser.add_argument(
            "--password",
            action="store_true",
            help="ask for a password; without one, a code comes by mail",
        )

    def handle(
        self, *args: Any, email: str, name: str, password: bool, **options: Any
    ) -> None:
        try:
            with transaction.atomic(durable=True):
                person = self._person(email.lower(), names.normalise(name))
                person.is_staff = person.is_superuser = True
                if password:
                    self._ask_for_password(person)
                person.save(update_fields=["is_staff", "is_superuser", "password"])
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self._say_what_is_next(person)

    def _person(self, email: str, name: str) -> User:
        owned = EmailAddress.objects.filter(email=email, verified=True).first()
        if owned:
            return User.objects.get(pk=owned.user_id)
        validate_email(email)
        names.check(name)
        if User.objects.filter(name_key=names.key_of(name)).exists():
            raise CommandError(f"Somebody else is called {name} already.")
        person = User(name=name, email=email)
        person.set_unusable_password()
        person.save()
        EmailAddress.objects.create(
            user=person, email=email, verified=True, primary=True
        )
        return person

    def _ask_for_password(self, person: User) -> None:
        given = getpass("Password: ")
        if given != getpass("Again: "):
            raise CommandError("The two passwords differ.")
        validate_password(given, person)
        person.set_password(given)

    def _say_what_is_next(self, person: User) -> None:
        site = settings.SITE_URL
        way_in = (
            "account_login"
            if person.has_usable_password()
            else "account_request_login_code"
        )
        self.stdout.write(
            f"{person.name} is an admin now. Next:\n"
            f"1. Sign in as {person.email}: {site}{reverse(way_in)}\n"
            f"2. Set up a second factor: {site}{reverse('mfa_index')}\n"
            f"3. Enter the admin: {site}{reverse('admin:index')}"
        )
