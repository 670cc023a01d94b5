"""The standing cast: Alice and Bob play, Carol watches, Dora moderates."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from accounts.models import User


def make_person(name: str, *, verified: bool = True, **fields: Any) -> User:
    """Make somebody whose address is their name at example.org."""
    password = fields.pop("password", None)
    email = f"{name.lower().replace(' ', '.')}@example.org"
    person = User(name=name, email=email, **fields)
    person.set_password(password)
    person.save()
    EmailAddress.objects.create(
        user=person, email=email, verified=verified, primary=True
    )
    return person


def enter(client: Any, person: User, *, factor: bool = True) -> None:
    """Sign somebody in, by default with a second factor at hand."""
    client.force_login(person)
    if factor:
        TOTP.activate(person, generate_totp_secret())
