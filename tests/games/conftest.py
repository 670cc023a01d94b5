import pytest

from accounts.models import User
from tests.people import make_person


@pytest.fixture
def alice(db: None) -> User:
    return make_person("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return make_person("Bob")


@pytest.fixture
def carol(db: None) -> User:
    return make_person("Carol")


@pytest.fixture
def dora(db: None) -> User:
    return make_person("Dora", is_staff=True)
