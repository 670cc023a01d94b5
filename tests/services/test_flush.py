import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import DatabaseError, connection

from accounts.models import User
from tests.people import make_person

REFUSING_TRIGGERS = {
    "sqlite": [
        "CREATE TRIGGER keep BEFORE DELETE ON accounts_user "
        "BEGIN SELECT RAISE(ABORT, 'kept'); END"
    ],
    "postgresql": [
        "CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql "
        "AS $$ BEGIN RAISE EXCEPTION 'kept'; END $$",
        "CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON accounts_user "
        "EXECUTE FUNCTION keep()",
    ],
}
CLEAN_UP = {
    "sqlite": ["DROP TRIGGER keep"],
    "postgresql": ["DROP TRIGGER keep ON accounts_user", "DROP FUNCTION keep"],
}


@pytest.fixture
def append_only(transactional_db):
    with connection.cursor() as cursor:
        for sql in REFUSING_TRIGGERS[connection.vendor]:
            cursor.execute(sql)
        yield
        for sql in CLEAN_UP[connection.vendor]:
            cursor.execute(sql)


def test_the_triggers_refuse_before_and_after_a_flush_but_not_the_flush(append_only):
    make_person("Alice")
    with pytest.raises(DatabaseError, match="kept"):
        User.objects.all().delete()
    call_command("flush", interactive=False, verbosity=0)
    assert not User.objects.exists()
    make_person("Bob")
    with pytest.raises(DatabaseError, match="kept"):
        User.objects.all().delete()


@pytest.mark.django_db(transaction=True)
def test_a_flush_puts_back_what_migrations_made():
    Group.objects.all().delete()
    call_command("flush", interactive=False, verbosity=0)
    assert Group.objects.filter(name="moderators").exists()
