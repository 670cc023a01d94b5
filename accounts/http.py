from django.http import HttpRequest

from accounts.models import User


class PersonRequest(HttpRequest):
    """A request of somebody who is signed in."""

    user: User
