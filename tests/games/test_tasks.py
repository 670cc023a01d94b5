"""From a move to a mail, with a real worker, broker and mail server."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
import redis
from django.conf import settings as site
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from accounts.models import Notice
from config import broker as brokers
from config.celery import app, celery_address
from games import tasks
from games.models import Pulse
from tests.accounts.sink import Sink
from tests.games.cast import begun, move
from tests.people import make_person
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sink(settings):
    with Sink() as sink:
        settings.MAIL_IS_DELIVERED = True
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
        yield sink


@pytest.fixture
def game():
    game = begun(make_person("Alice"), make_person("Bob"))
    # The beginning is no matter here.
    Notice.objects.all().delete()
    return game


def turns_told(sink, name):
    return len(
        [mail for mail in sink.to(f"{name}@example.org") if "turn" in mail["Subject"]]
    )


class TestWithAWorker:
    def test_a_move_leads_to_exactly_one_mail(self, celery_worker, game, sink):
        move(game, now=timezone.now())
        tasks.tick.delay()
        wait_until(lambda: turns_told(sink, "bob"))
        for _ in range(3):
            tasks.tick.delay()
            tasks.deliver.delay()
        move(game, now=timezone.now())
        tasks.tick.delay()
        wait_until(lambda: turns_told(sink, "alice"))
        assert (turns_told(sink, "bob"), turns_told(sink, "alice")) == (1, 1)
        assert len(sink.mails) == 2

    def test_a_tick_is_noted_and_rings_the_sweep(
        self, celery_worker, game, live_server, settings
    ):
        settings.HEALTH_URL = f"{live_server.url}/healthz"
        move(game)
        tasks.tick.delay()
        # Three days after noon have long gone by the clock of the machine.
        wait_until(lambda: game.events.filter(ends="voided").exists())
        pulse = Pulse.read()
        for at in (pulse.ticked_at, pulse.swept_at):
            assert timezone.now() - at < timedelta(minutes=1)

    def test_bells_for_nothing_do_nothing(self, celery_worker, game, sink):
        before = game.events.count()
        for _ in range(10):
            tasks.deliver.delay()
        tasks.tick.delay()
        wait_until(lambda: Pulse.read().ticked_at)
        assert (sink.mails, game.events.count()) == ([], before)


def test_the_sweep_does_not_wait_behind_the_mails(broker, game):
    app.conf.broker_url = celery_address(broker)
    app.control.purge()
    move(game, now=timezone.now())
    tasks.tick()
    waiting = redis.from_url(broker).lrange(app.conf.task_default_queue, 0, -1)
    rung = [json.loads(bell)["headers"]["task"] for bell in reversed(waiting)]
    assert rung == ["games.sweep", "games.deliver"]


@pytest.mark.parametrize("task", [tasks.tick, tasks.deliver, tasks.sweep])
def test_a_task_carries_nothing_and_does_not_wait_for_ever(task):
    assert task.run.__code__.co_argcount == 0
    assert 0 < task.expires <= 30


class Processes:
    """Broker, worker and beat as `make run` starts them, on the tests' database."""

    def __init__(self, folder: Path, sink: Sink) -> None:
        self.folder = folder
        self.socket = folder / "broker.sock"
        self.running = ExitStack()
        self.environment = os.environ | {
            "DATABASE_URL": self._database(),
            "REDIS_URL": f"unix://{self.socket}",
            "EMAIL_URL": f"smtp://127.0.0.1:{sink.port}",
            "DATA_DIR": str(site.DATA_DIR),
        }

    def _database(self) -> str:
        name = connection.settings_dict["NAME"]
        if connection.vendor == "sqlite":
            return f"sqlite:///{name}"
        host = connection.settings_dict["HOST"]
        return f"postgresql://postgres@/{host}/{name}"

    def start(self, *command: str) -> subprocess.Popen:
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                command, env=self.environment, stdout=log, stderr=log
            )
        self.running.callback(self._end, process)
        return process

    def _end(self, process: subprocess.Popen) -> None:
        process.terminate()
        process.wait(timeout=30)

    def start_broker(self) -> subprocess.Popen:
        process = self.start(*brokers.command(socket=self.socket, data=self.folder))
        wait_until(self.socket.exists)
        return process

    def start_celery(self, *command: str) -> None:
        self.start(sys.executable, "-m", "celery", "-A", "config.celery", *command)


@pytest.fixture
def processes(sink):
    with tempfile.TemporaryDirectory(prefix="pd-mail-") as folder:
        processes = Processes(Path(folder), sink)
        with processes.running:
            yield processes


def test_without_a_broker_moves_go_on_and_mails_follow(game, sink, processes):
    broker = processes.start_broker()
    processes.start_celery("worker", "--without-mingle", "--without-gossip")
    processes.start_celery("beat", "--pidfile", "")
    move(game, now=timezone.now())
    wait_until(lambda: turns_told(sink, "bob") == 1)

    broker.send_signal(signal.SIGKILL)
    broker.wait(timeout=10)
    processes.socket.unlink(missing_ok=True)
    move(game, now=timezone.now())
    call_command("tick")
    # The worker may have had a last task in hand, and have been quicker.
    wait_until(lambda: turns_told(sink, "alice") == 1)

    move(game, now=timezone.now())
    processes.start_broker()
    wait_until(lambda: turns_told(sink, "bob") == 2)
    assert len(sink.mails) == 3
