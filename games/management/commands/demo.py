from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.management import demo
from games.management.demo.people import PASSWORD, NameTaken


class Command(BaseCommand):
    help = "Make people, games and offers to look at. Safe to run twice."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError(
                "This is a production site: its people would share a known password."
            )
        try:
            people = demo.make(now=timezone.now())
        except NameTaken as taken:
            raise CommandError(f"Somebody else is called {taken} already.") from None
        *players, moderator = (person.email for person in people)
        self.stdout.write(
            f"{', '.join(players)} play, {moderator} moderates.\n"
            f"Their password is {PASSWORD}.\n"
            f"{settings.SITE_URL}/"
        )
