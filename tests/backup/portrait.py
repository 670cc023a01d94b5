"""What is in a site's database, as JSON on standard output."""

import json

from django.core.serializers.json import DjangoJSONEncoder

from accounts.models import Notice, User
from games.models import Event, Game, GameSecret, Outage, Pulse, Seat
from games.queries.record import record_text

KEPT = (User, Game, Seat, Event, GameSecret, Outage, Pulse, Notice)


def show() -> None:
    found = {model.__name__: [*model.objects.order_by("pk").values()] for model in KEPT}
    over = Game.objects.filter(status=Game.Status.OVER).order_by("pk")
    found["records"] = [record_text(game=game).decode() for game in over]
    print(json.dumps(found, cls=DjangoJSONEncoder))
