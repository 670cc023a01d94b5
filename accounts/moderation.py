"""Shutting a person out, and letting them in again."""

from datetime import datetime

from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.models import Deactivation, User


class NotInCare(Exception):
    """Moderators look after players: not after themselves, nor after each other."""


def may_look_after(*, person: User, by: User) -> bool:
    return person != by and (by.is_superuser or not person.is_staff)


def deactivate(*, person: User, reason: str, by: User, now: datetime) -> None:
    """Shut a person out and end their sessions; said twice, the first word holds."""
    with transaction.atomic(durable=True):
        person = _locked(person, by)
        if not person.is_active:
            return
        person.is_active = False
        person.save(update_fields=["is_active"])
        Deactivation.objects.create(person=person, reason=reason, by=by, at=now)
        for session in UserSession.objects.filter(user=person):
            session.end()


def reactivate(*, person: User, by: User, now: datetime) -> None:
    with transaction.atomic(durable=True):
        person = _locked(person, by)
        person.is_active = True
        person.save(update_fields=["is_active"])
        person.deactivations.filter(lifted_at=None).update(lifted_at=now)


def _locked(person: User, by: User) -> User:
    person = User.objects.select_for_update().get(pk=person.pk)
    if not may_look_after(person=person, by=by):
        raise NotInCare
    return person
