import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.append_only import guard


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_moderators"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="frozen_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="outage",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="outages",
                to="games.game",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat", None), ("seat__lt", 4), _connector="OR"),
                name="event_seat_is_possible",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("ends", None),
                    (
                        "ends__in",
                        (
                            "no_field",
                            "claimed",
                            "bag_empty",
                            "resigned",
                            "timeout",
                            "removed",
                            "voided",
                        ),
                    ),
                    _connector="OR",
                ),
                name="event_ends_as_the_rules_know",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("turn", None), ("turn__lt", 4), _connector="OR"),
                    models.Q(("first", None), ("first__lt", 4), _connector="OR"),
                    models.Q(
                        ("host_first", None), ("host_first__lt", 4), _connector="OR"
                    ),
                ),
                name="game_seats_are_possible",
            ),
        ),
        # SQLite has rebuilt the log's table, and its triggers are gone.
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
