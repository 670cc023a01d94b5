"""Run in the site's shell: a game of Alice and Bob with a few seconds a move."""

from uuid import uuid4

from django.utils import timezone

from accounts.models import User
from games.clocks import Pace
from games.engine.rules import duel
from games.services import offers

alice, bob = (User.objects.get(name=name) for name in ("Alice", "Bob"))
now = timezone.now()
game = offers.create(
    host=alice,
    terms=offers.Terms(rules=duel(), pace=Pace(start=8, increment=8, cap=8)),
    key=str(uuid4()),
    now=now,
)
for person in (alice, bob):
    nonce = offers.Nonce.from_server()
    offers.join(game=game.public_id, person=person, nonce=nonce, now=now)
print(game.public_id)
