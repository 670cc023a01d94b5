import pytest
from django.test import Client

from accounts.models import User


@pytest.fixture
def sign_in():
    """A browser of this person's."""

    def signed_in(person: User) -> Client:
        client = Client()
        client.force_login(
            person, backend="allauth.account.auth_backends.AuthenticationBackend"
        )
        return client

    return signed_in
