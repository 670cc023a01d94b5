import os
import signal
import socket
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from accounts import mailbox
from config import addresses, broker, probe
from config.only_one import Taken, only_one
from config.setup import prepare
from config.supervisor import Child, Supervisor, end_with_parent

COLOURS = {
    "broker": "\033[36m",
    "web": "\033[32m",
    "worker": "\033[35m",
    "beat": "\033[33m",
}
PLAIN = "\033[0m"


class Command(BaseCommand):
    help = "Run the whole site: web, worker, beat, and a broker where none is given."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--with-parent",
            action="store_true",
            help="Stop when the process that started this one is gone.",
        )

    def handle(self, *args: object, **options: object) -> None:
        if options["with_parent"]:
            end_with_parent(parent=os.getppid(), by=signal.SIGTERM)
        refuse_a_taken_port()
        try:
            with only_one():
                prepare()
                with tempfile.TemporaryDirectory(prefix="postdoku-") as private:
                    run(socket_path=Path(private) / "broker.sock")
        except Taken:
            raise CommandError(
                f"Postdoku already runs here: {settings.RUN_DIR} is in use. "
                "Stop the other one, or set DATA_DIR and RUN_DIR to other places."
            ) from None


def refuse_a_taken_port() -> None:
    family = socket.AF_INET6 if ":" in settings.HOST else socket.AF_INET
    with socket.socket(family) as attempt:
        attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            attempt.bind((settings.HOST, settings.PORT))
        except OSError as reason:
            raise CommandError(
                f"Port {settings.PORT} on {settings.HOST} cannot be used "
                f"({reason.strerror}); choose another one, as in "
                f"`make run PORT={settings.PORT + 1}`."
            ) from None


def run(*, socket_path: Path) -> None:
    redis_url = settings.REDIS_URL or f"unix://{socket_path}"
    supervisor = Supervisor(
        children=children(socket_path=socket_path),
        environment=os.environ | {"REDIS_URL": redis_url, "PYTHONUNBUFFERED": "1"},
        say=say,
    )
    supervisor.run(each_round=Announcement())


def children(*, socket_path: Path) -> list[Child]:
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "--app", "config.celery", "--quiet"]
    parts = [
        Child(
            "web", [*python, "gunicorn", "-c", "python:config.gunicorn", "config.wsgi"]
        ),
        Child("worker", [*celery, "worker", "--without-mingle", "--without-gossip"]),
        Child("beat", [*celery, "beat", "--pidfile", ""]),
    ]
    if not settings.REDIS_URL:
        data = settings.RUN_DIR / "broker"
        data.mkdir(exist_ok=True)
        command = broker.command(socket=socket_path, data=data)
        parts.insert(0, Child("broker", command))
    return parts


def say(name: str, line: str) -> None:
    prefix = f"{name:>6} |"
    if sys.stdout.isatty():
        prefix = f"{COLOURS.get(name, PLAIN)}{prefix}{PLAIN}"
    print(prefix, line, flush=True)


class Announcement:
    """Says where the site is, once and as soon as it answers."""

    def __init__(self) -> None:
        self.made = False

    def __call__(self) -> None:
        if not self.made and probe.answers(url=f"{settings.OWN_URL}/healthz"):
            self.made = True
            for line in welcome():
                say("site", line)


def welcome() -> Iterator[str]:
    yield f"Postdoku is at {settings.SITE_URL}/ (Ctrl-C stops it)"
    is_local = settings.SITE_HOST in map(addresses.in_url, addresses.THIS_MACHINE)
    if settings.HOST in addresses.EVERYWHERE and is_local:
        # No name is guessed: it would stand in mails, and a wrong one lets nobody in.
        yield (
            "Other machines are let in under the address in SITE_URL, as in `make run "
            f"HOST={settings.HOST} "
            f"SITE_URL=http://{socket.gethostname()}:{settings.PORT}`"
        )
    if mailbox.exists():
        yield f"Its mails are at {mailbox.address()}"
    elif not settings.MAIL_IS_DELIVERED:
        yield f"Its mails are files in {settings.MAIL_DIR} until EMAIL_URL is set"
