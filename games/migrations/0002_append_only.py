from django.db import migrations

from games.append_only import guard


class Migration(migrations.Migration):
    dependencies = [("games", "0001_games_and_their_log")]

    operations = [migrations.RunPython(guard, migrations.RunPython.noop)]
