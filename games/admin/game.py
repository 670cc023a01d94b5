from datetime import datetime
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.http import PersonRequest
from games.admin.rulings import DECISIONS, REFUSED, Decision
from games.display.board import table_board
from games.display.words import RULE_SETS, names, rules
from games.engine.refusals import Refusal
from games.engine.rules import PRINTED
from games.models import Game, Seat
from games.queries.table import table_of
from games.queries.visible import look, seat_of
from games.services.rulings import OwnGame


class RuleSetFilter(admin.SimpleListFilter):
    title = _("rule set")
    parameter_name = "rules"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(printed, str(RULE_SETS[printed])) for printed in PRINTED]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Game]
    ) -> QuerySet[Game]:
        return queryset.filter(rules__name=self.value()) if self.value() else queryset


@admin.register(Game)
class GameAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Games as a spectator sees them, private ones too; to change is to decide."""

    list_display = ("public_id", "played_by", "status", "players", "last_activity")
    list_filter = ("status", RuleSetFilter, "entry", "spectators")
    search_fields = ("public_id", "seats__person__name", "seats__person__name_key")
    ordering = ("-pk",)
    actions = None
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related(Seat.with_people())

    @admin.display(description=_("rule set"))
    def played_by(self, game: Game) -> str:
        return rules(game.rule_set)

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        return names([seat.player for seat in game.seats.all()])

    @admin.display(description=_("last activity"))
    def last_activity(self, game: Game) -> datetime:
        return game.ended_at or game.turn_began_at or game.created_at

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        title = {"title": capfirst(self.opts.verbose_name_plural)}
        return super().changelist_view(request, {**title, **(extra_context or {})})

    def get_urls(self) -> list[URLPattern]:
        decide = self.admin_site.admin_view(self.decide)
        return [
            *(
                path(
                    f"<path:object_id>/{decision.name}/",
                    decide,
                    {"decision": decision},
                    name=f"games_game_{decision.name}",
                )
                for decision in DECISIONS
            ),
            *super().get_urls(),
        ]

    @method_decorator(require_safe)
    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page of a game, as somebody sees it who does not play."""
        game, now = self._game(request, object_id), timezone.now()
        # A moderator who plays holds no tile here either: the viewer is nobody.
        table = table_of(game=game, viewer=None, now=now) if game.seq else None
        context = {
            "look": table.look if table else look(game=game, viewer=None, now=now),
            "events": table.events if table else (),
            "board": table_board(table) if table else "",
            "rulings": game.rulings.select_related("by", "event").order_by("pk"),
            "decisions": self._decisions(request, game),
            "refusal": REFUSED[OwnGame] if _plays(request, game) else "",
        }
        return self._page(request, "game", game, game.public_id, context)

    def decide(
        self, request: PersonRequest, object_id: str, decision: Decision
    ) -> HttpResponse:
        game = self._game(request, object_id)
        if not self.has_change_permission(request, game):
            raise PermissionDenied
        form = decision.form(request.POST or None, seats=game.seats.all())
        status = 200
        if form.is_valid():
            try:
                decision.decide(
                    game=game.public_id,
                    by=request.user,
                    now=timezone.now(),
                    **form.cleaned_data,
                )
            except Refusal as refusal:
                form.add_error(None, REFUSED[type(refusal)])  # type: ignore[arg-type]
                status = 409
            else:
                # No entry in Django's log: the ruling itself is kept, and only once.
                messages.success(request, decision.done)  # type: ignore[arg-type]
                return redirect("admin:games_game_change", game.pk)
        context = {"decision": decision, "form": form}
        return self._page(
            request, "decide", game, decision.title, context, status=status
        )

    def _game(self, request: HttpRequest, object_id: str) -> Game:
        game: Game | None = self.get_object(request, object_id)
        if not self.has_view_or_change_permission(request, game):
            raise PermissionDenied
        if game is None:
            raise Http404
        return game

    def _decisions(self, request: HttpRequest, game: Game) -> list[Decision]:
        """What this moderator can decide now."""
        if _plays(request, game) or not self.has_change_permission(request, game):
            return []
        return [decision for decision in DECISIONS if decision.status == game.status]

    def _page(
        self,
        request: HttpRequest,
        template: str,
        game: Game,
        title: Any,
        context: dict[str, Any],
        status: int = 200,
    ) -> HttpResponse:
        shared = {"opts": self.opts, "game": game, "title": title}
        return render(
            request,
            f"admin/games/game/{template}.html",
            {**self.admin_site.each_context(request), **shared, **context},
            status=status,
        )


def _plays(request: HttpRequest, game: Game) -> bool:
    return seat_of(game=game, viewer=request.user) is not None  # type: ignore[arg-type]
