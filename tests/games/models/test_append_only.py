from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction

from games.append_only import TABLES
from games.models import Event, Outage
from tests.games.cast import NOON, begun

pytestmark = pytest.mark.django_db


@pytest.fixture
def rows(alice, bob):
    """One row in each append-only table."""
    begun(alice, bob)
    Outage.objects.create(began_at=NOON, ended_at=NOON + timedelta(hours=1))


def refused(sql):
    # Checks that PostgreSQL has put off would stand in the way of TRUNCATE.
    connection.check_constraints()
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("sql", ["UPDATE {0} SET id = id + 100", "DELETE FROM {0}"])
def test_the_database_refuses_to_change_a_row(rows, table, sql):
    refused(sql.format(table))


@pytest.mark.parametrize("table", TABLES)
def test_the_database_refuses_to_empty_or_replace(rows, table):
    if connection.vendor == "postgresql":
        refused(f"TRUNCATE {table} CASCADE")
    else:
        refused(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")


def test_the_orm_cannot_change_a_row_either(rows):
    for change in (Event.objects.all().delete, Outage.objects.all().delete):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    with pytest.raises(DatabaseError), transaction.atomic():
        Event.objects.update(kind="place")


def test_without_its_trigger_a_row_would_change(rows):
    """The control: it is the trigger that refuses, and nothing else."""
    drop = {
        "postgresql": "DROP TRIGGER games_event_rows_stay ON games_event",
        "sqlite": "DROP TRIGGER games_event_no_update",
    }
    with connection.cursor() as cursor:
        cursor.execute(drop[connection.vendor])
        cursor.execute("UPDATE games_event SET kind = 'claim'")
    assert Event.objects.get().kind == "claim"
