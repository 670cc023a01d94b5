"""Celery's doors. Tasks carry nothing and expire: the rows say what is due."""

from celery import shared_task
from django.utils import timezone

from accounts import delivery
from games.services import pulse, timekeeping


@shared_task(name="games.tick", expires=10)
def tick() -> None:
    """Ring the bells of what is due, and do nothing of it."""
    bells = pulse.tick(now=timezone.now())
    # The sweep first: behind many mails it would be too old when its turn comes.
    if bells.sweep:
        sweep.delay()
    for _ in range(bells.deliver):
        deliver.delay()


@shared_task(name="games.deliver", expires=10)
def deliver() -> None:
    delivery.deliver(now=timezone.now())


@shared_task(name="games.sweep", expires=30)
def sweep() -> None:
    timekeeping.sweep(now=timezone.now())
