"""The worker's and beat's side of Celery. The web process does not import this."""

import os

import django
from celery import Celery
from celery.signals import worker_init
from django.conf import settings

from config.checks import refuse_to_start_unsafe
from config.guards import refuse_to_start_unguarded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()
refuse_to_start_unsafe()


def celery_address(redis_url: str) -> str:
    """Celery has its own word for a socket where every other client says unix."""
    return redis_url.replace("unix://", "redis+socket://", 1)


app = Celery("postdoku")
app.conf.update(
    broker_url=celery_address(settings.REDIS_URL or "redis://localhost:6379/0"),
    broker_connection_retry_on_startup=True,
    broker_transport_options={
        # A frozen broker would otherwise hold a worker for ever.
        "socket_timeout": 5,
        "socket_connect_timeout": 5,
        # What a killed worker had in hand comes back after seconds.
        "visibility_timeout": 60,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
    },
    accept_content=["json"],
    task_serializer="json",
    task_ignore_result=True,
    task_default_queue="postdoku",
    worker_hijack_root_logger=False,
    worker_concurrency=settings.TASK_THREADS,
    # Threads are enough for mail and SQL, and die with their one process.
    worker_pool="threads",
    timezone="UTC",
    # A schedule of one short-lived tick needs no file to remember it.
    beat_scheduler="celery.beat:Scheduler",
    beat_schedule={
        "tick": {"task": "games.tick", "schedule": 2.0, "options": {"expires": 10}},
    },
)
app.autodiscover_tasks()


@worker_init.connect
def look_at_the_guards(**kwargs: object) -> None:
    """Only the worker writes: beat has no business with the database."""
    refuse_to_start_unguarded()
