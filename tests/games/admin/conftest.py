import pytest
from django.contrib.auth.models import Group

from accounts.groups import MODERATORS
from accounts.models import User
from tests.people import enter


@pytest.fixture(autouse=True)
def _second_factor(settings) -> None:
    settings.POSTDOKU_ADMIN_SECOND_FACTOR = True


@pytest.fixture
def moderator(dora) -> User:
    dora.groups.add(Group.objects.get(name=MODERATORS))
    return dora


@pytest.fixture
def desk(client, moderator):
    """The browser of a moderator."""
    enter(client, moderator)
    return client
