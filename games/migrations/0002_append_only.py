from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games.append_only import TABLES, statements


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for table in TABLES:
        for statement in statements(schema_editor.connection.vendor, table):
            # Without parameters, so that a percent sign is only itself.
            schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_games_and_their_log")]

    operations = [migrations.RunPython(guard, migrations.RunPython.noop)]
