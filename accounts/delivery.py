"""The way out of the outbox: lease what is due, send it, mark it."""

import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from email.utils import format_datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation
from django.utils.module_loading import import_string

from accounts.mails import Message, Suppressed
from accounts.models import Notice
from accounts.models.notice import LEASE
from accounts.transport import Refused, ServerDown, Transport, new_transport

logger = logging.getLogger(__name__)

BATCH = 25
# No mail may still be under way when its lease is over. And a worker has few
# threads: who went on for as long as mails are due would keep tick and sweep, on
# which everybody's clock depends, waiting behind a long queue.
BATCH_TIME = LEASE / 6
LADDER = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60)]

Instant = Callable[[], datetime]


def deliver(
    *, now: datetime, clock: Callable[[], float] = time.monotonic
) -> Counter[str]:
    """Send until nothing is due, no mail can leave, or it is the next bell's turn.

    Return how many rows got which status.
    """
    started = clock()

    def instant() -> datetime:
        return now + timedelta(seconds=clock() - started)

    settled: Counter[str] = Counter()
    ends_at = now + BATCH_TIME
    try:
        while (leased_at := instant()) < ends_at:
            batch = Notice.objects.lease(now=leased_at, limit=BATCH)
            if not batch:
                break
            _deliver_batch(batch, ends_at=ends_at, instant=instant, settled=settled)
    except ServerDown as error:
        logger.warning("No mail can leave: %s", error)
    return settled


def _deliver_batch(
    batch: list[Notice], *, ends_at: datetime, instant: Instant, settled: Counter[str]
) -> None:
    left = list(batch)
    reason = ""
    try:
        with closing(new_transport()) as transport:
            transport.open()
            while left and instant() < ends_at:
                # Not in `left` while it is tried: a mail that may have gone out
                # keeps its lease, whatever happens.
                settled[_deliver_one(left.pop(0), transport, instant)] += 1
    except ServerDown as error:
        reason = str(error)
        raise
    finally:
        for notice in left:
            notice.give_back(reason=reason)


def _deliver_one(notice: Notice, transport: Transport, instant: Instant) -> str:
    """Try one notice and return its status after that."""
    try:
        mail = _mail_of(notice, instant())
        if isinstance(mail, Suppressed):
            return notice.finish(
                status=Notice.Status.SUPPRESSED, reason=mail.reason, now=instant()
            )
        transport.send(mail)
    except Refused as error:
        if error.for_good:
            return notice.finish(
                status=Notice.Status.FAILED, reason=str(error), now=instant()
            )
        return _put_off(notice, str(error), instant())
    except ServerDown as error:
        # It may have been this very mail that broke the connection: it stands
        # aside for a while, so that it cannot hold up the others for ever.
        notice.give_back(reason=str(error), due_at=instant() + LADDER[0])
        raise
    except Exception as error:
        logger.exception("Notice %s could not be put into words", notice.pk)
        return _put_off(notice, f"{type(error).__name__}: {error}", instant())
    return notice.finish(status=Notice.Status.SENT, now=instant())


def _put_off(notice: Notice, reason: str, now: datetime) -> str:
    if notice.refusals >= len(LADDER):
        return notice.finish(status=Notice.Status.FAILED, reason=reason, now=now)
    return notice.put_off(due_at=now + LADDER[notice.refusals], reason=reason)


def _mail_of(notice: Notice, now: datetime) -> EmailMultiAlternatives | Suppressed:
    address = _address_of(notice)
    if isinstance(address, Suppressed):
        return address
    words = _words_of(notice, now)
    if isinstance(words, Suppressed):
        return words
    mail = EmailMultiAlternatives(
        subject=words.subject,
        body=words.text,
        to=[address],
        headers={
            "Message-ID": notice.message_id,
            "Date": format_datetime(now),
            "Auto-Submitted": "auto-generated",
        },
    )
    if words.html:
        mail.attach_alternative(words.html, "text/html")
    return mail


def _address_of(notice: Notice) -> str | Suppressed:
    """Look the address up when the mail leaves: it may have changed since."""
    if notice.person is None:
        return str(notice.payload["to"])
    if not notice.person.is_active:
        return Suppressed("deactivated")
    return notice.person.verified_address() or Suppressed("no verified address")


def _words_of(notice: Notice, now: datetime) -> Message | Suppressed:
    person = notice.person
    language = person.spoken_language if person else settings.LANGUAGE_CODE
    zone = person.zone if person else timezone.get_default_timezone()
    find_words = import_string(settings.NOTICE_KINDS[notice.kind])
    with translation.override(language), timezone.override(zone):
        found: Message | Suppressed = find_words(notice, now)
    return found
