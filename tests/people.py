"""The standing cast: Alice and Bob play, Carol watches, Dora moderates."""

from typing import Any

from allauth.account.models import EmailAddress

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
