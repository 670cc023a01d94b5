from django.urls import path
from django.views.generic import TemplateView

from games.web import entry, health, home, lobby, moves, new_game, resign, table

RULES = TemplateView.as_view(template_name="games/rules.html")
FAIRNESS = TemplateView.as_view(template_name="games/fairness.html")

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("", home.home, name="home"),
    path("rules/", RULES, name="rules"),
    path("fairness/", FAIRNESS, name="fairness"),
    path("games/", lobby.lobby, name="lobby"),
    path("games/new/", new_game.new_game, name="new_game"),
    path("games/<slug:game>/", table.table, name="table"),
    path("games/<slug:game>/state.json", table.state, name="state"),
    path("games/<slug:game>/seq", table.seq, name="seq"),
    path("games/<slug:game>/record.json", table.record, name="record"),
    path("games/<slug:game>/join", entry.join, name="join"),
    path("games/<slug:game>/leave", entry.leave, name="leave"),
    path("games/<slug:game>/decline", entry.decline, name="decline"),
    path("games/<slug:game>/rematch", entry.rematch, name="rematch"),
    path("games/<slug:game>/place", moves.place, name="place"),
    path("games/<slug:game>/claim", moves.claim, name="claim"),
    path("games/<slug:game>/resign", resign.resign, name="resign"),
    path("games/<slug:game>/call-off", moves.call_off, name="call_off"),
    path("games/<slug:game>/agree", moves.agree, name="agree"),
]
