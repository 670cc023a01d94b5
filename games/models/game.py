import secrets
from collections.abc import Iterator
from datetime import datetime
from string import ascii_letters, digits
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from games.engine.rules import Rules
from games.models.event import Event

BATCH = 1000


def new_public_id() -> str:
    """71 bits; and no sign that a command line could take for an option."""
    return "".join(secrets.choice(ascii_letters + digits) for _ in range(12))


def new_join_token() -> str:
    return secrets.token_urlsafe(16)


class GameQuerySet(models.QuerySet["Game"]):
    def running(self) -> Self:
        return self.filter(status=Game.Status.RUNNING)

    def open_to_all(self) -> Self:
        return self.filter(status=Game.Status.OPEN, entry=Game.Entry.OPEN)

    def maybe_late(self, now: datetime) -> Self:
        """What the sweep has to look at; the hint may be early, never late."""
        return self.running().filter(deadline_hint__lte=now, frozen_at=None)

    def touched_since(self, instant: datetime) -> Self:
        """In which something happened since, by the log itself.

        An index leads to each game's last event, so that the log, which is many times
        larger than the games, is not read. An offer has no log, only its making.
        """
        log = Event.objects.filter(game=OuterRef("pk")).order_by("-seq")
        last = Coalesce(Subquery(log.values("at")[:1]), "created_at")
        return self.alias(last_at=last).filter(last_at__gte=instant)

    def public_ids(self) -> Iterator[str]:
        """All of them, without having more than a batch in memory.

        Not by a cursor: in SQLite that would keep a snapshot, and who writes under an
        old snapshot is refused.
        """
        last = 0
        rows = self.order_by("pk").values_list("pk", "public_id")
        while batch := list(rows.filter(pk__gt=last)[:BATCH]):
            yield from (public_id for _, public_id in batch)
            last = batch[-1][0]


class Game(models.Model):
    """A game: what was agreed on, and a projection of its log for pages and lists.

    Nothing secret stands here, and nothing here is written but by services.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("cancelled")

    class Entry(models.TextChoices):
        OPEN = "open", _("open to everybody")
        LINK = "link", _("by link")
        INVITED = "invited", _("by invitation")

    public_id = models.CharField(
        _("address"), max_length=22, unique=True, default=new_public_id
    )

    # What was agreed on when it was made.
    rules = models.JSONField()
    host_first = models.PositiveSmallIntegerField(null=True)
    clock_start = models.PositiveIntegerField()
    clock_increment = models.PositiveIntegerField()
    clock_cap = models.PositiveIntegerField()
    aids = models.BooleanField(default=False)
    spectators = models.BooleanField(_("spectators"), default=True)
    entry = models.CharField(_("way in"), max_length=10, choices=Entry.choices)
    # Who has only the game's address can look, not join.
    join_token = models.CharField(max_length=32, default=new_join_token)
    commitment = models.CharField(max_length=64)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="games_created"
    )
    create_key = models.CharField(max_length=80)
    rematch_of = models.ForeignKey(
        "self", models.PROTECT, null=True, related_name="rematches"
    )
    created_at = models.DateTimeField()

    # The projection: it follows from the log and can be written anew.
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.OPEN
    )
    board = models.CharField(max_length=81, blank=True)
    aside = models.CharField(max_length=72, blank=True)
    first = models.PositiveSmallIntegerField(null=True)
    turn = models.PositiveSmallIntegerField(null=True)
    turn_no = models.PositiveSmallIntegerField(default=0)
    seq = models.PositiveIntegerField(default=0)
    # The event with which the turn that is on began, and when that was.
    turn_seq = models.PositiveIntegerField(default=0)
    turn_began_at = models.DateTimeField(null=True)
    deadline_hint = models.DateTimeField(null=True)
    head = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=10, blank=True)
    shown = models.PositiveSmallIntegerField(null=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    # Since when the log is not what it was: nothing moves, and no clock runs.
    frozen_at = models.DateTimeField(null=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["deadline_hint"],
                condition=Q(status="running"),
                name="game_deadline",
            ),
            models.Index(
                fields=["created_at"], condition=Q(status="open"), name="game_offers"
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["creator", "create_key"], name="game_created_once"
            ),
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=~Q(status="cancelled"),
                name="game_has_one_rematch",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "running", "over", "cancelled"]),
                name="game_status_is_known",
            ),
            models.CheckConstraint(
                condition=Q(status="running", turn__isnull=False)
                | (~Q(status="running") & Q(turn=None)),
                name="game_has_a_turn_exactly_while_it_runs",
            ),
            models.CheckConstraint(
                condition=Q(clock_cap__gt=0, clock_start__lte=models.F("clock_cap")),
                name="game_clock_is_possible",
            ),
            models.CheckConstraint(
                condition=(Q(turn=None) | Q(turn__lt=4))
                & (Q(first=None) | Q(first__lt=4))
                & (Q(host_first=None) | Q(host_first__lt=4)),
                name="game_seats_are_possible",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    # Properties

    @property
    def rule_set(self) -> Rules:
        return Rules(**self.rules)

    def is_joined_by(self, token: str) -> bool:
        """Whether this is the token that opens a game by link."""
        return secrets.compare_digest(self.join_token.encode(), token.encode())

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def days_a_move(self) -> int:
        return self.clock_cap // (24 * 3600)
