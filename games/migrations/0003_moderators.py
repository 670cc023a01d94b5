from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts import groups


def let_moderators_rule(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    groups.grant(
        apps, app_label="games", model="game", codenames=["view_game", "change_game"]
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_append_only"),
        ("accounts", "0002_moderators"),
    ]

    operations = [
        migrations.RunPython(let_moderators_rule, migrations.RunPython.noop),
    ]
