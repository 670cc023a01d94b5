from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts import delivery
from config.guards import refuse_to_start_unguarded
from games.services import pulse, timekeeping


class Command(BaseCommand):
    help = "Do in line what happens by itself: deliver mails, look for who is late."

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_to_start_unguarded()
        now = timezone.now()
        pulse.tick(now=now)
        # First who is late, so that the mails about it leave with the others.
        self._say("games", timekeeping.sweep(now=now))
        self._say("mails", delivery.deliver(now=now))

    def _say(self, what: str, done: Counter[str]) -> None:
        # Silent where nothing happened: cron mails whatever is said.
        for result, count in sorted(done.items()):
            self.stdout.write(f"{what} {result}: {count}")
