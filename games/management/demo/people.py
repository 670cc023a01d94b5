"""The demo's people: all with the same password, which everybody knows."""

from collections.abc import Sequence

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group

from accounts import names
from accounts.groups import MODERATORS
from accounts.models import User

PASSWORD = "postdoku-demo"  # noqa: S105 - never for a site that others reach
PLAYERS = ("Alice", "Bob", "Carol", "Emil")
MODERATOR = "Dora"


class NameTaken(Exception):
    """Somebody else is called like one of the demo's people."""


def gather() -> tuple[list[User], User]:
    """The players and the moderator, made where they are not there yet."""
    # Made once for all: it takes long on purpose.
    password = make_password(PASSWORD)
    players = [_person(name, password) for name in PLAYERS]
    dora = _person(MODERATOR, password, is_staff=True)
    dora.groups.add(Group.objects.get(name=MODERATORS))
    return players, dora


def turned(people: Sequence[User], number: int) -> list[User]:
    """The same people, each time beginning with the next."""
    number %= len(people)
    return [*people[number:], *people[:number]]


def _person(name: str, password: str, *, is_staff: bool = False) -> User:
    email = f"{name.lower()}@example.org"
    known = EmailAddress.objects.filter(email=email).first()
    if known:
        return User.objects.get(pk=known.user_id)
    if User.objects.filter(name_key=names.key_of(name)).exists():
        raise NameTaken(name)
    person = User(name=name, email=email, password=password, is_staff=is_staff)
    person.save()
    EmailAddress.objects.create(user=person, email=email, verified=True, primary=True)
    return person
