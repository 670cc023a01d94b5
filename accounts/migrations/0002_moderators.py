from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts import groups


def make_moderators(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    groups.grant(
        apps,
        app_label="accounts",
        model="user",
        codenames=["view_user", "change_user"],
    )
    groups.grant(
        apps,
        app_label="accounts",
        model="notice",
        codenames=["view_notice"],
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_people_and_outbox"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(make_moderators, migrations.RunPython.noop),
    ]
