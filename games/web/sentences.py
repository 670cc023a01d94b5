"""Every refusal in a kind sentence, with the status that answers it."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import refusals
from games.engine.refusals import Refusal
from games.services import freezing, offers, play, record, rematches, timekeeping
from games.web.forms import NoNonce


class Answer(NamedTuple):
    status: int
    sentence: str | Promise


UNREADABLE = Answer(
    400, _("That could not be read, and nothing was changed. Try again from here.")
)

ANSWERS: dict[type[Refusal], Answer] = {
    refusals.Over: Answer(409, _("The game is over. This is how it ended.")),
    refusals.NotYourTurn: Answer(409, _("It is not your turn. This is the board now.")),
    record.Stale: Answer(
        409, _("The game went on while you were thinking. This is the board now.")
    ),
    refusals.Occupied: Answer(
        409, _("A tile lies on that field already. Choose a free one.")
    ),
    refusals.HasLeft: Answer(409, _("You have left this game. The others play on.")),
    refusals.NoClaims: Answer(
        409, _("Here the referee sees the end, so there is nothing to claim.")
    ),
    refusals.NoSuchSeat: Answer(400, _("There is no such seat in this game.")),
    record.KeyReused: Answer(
        422,
        _("Something else was sent from that page already. This is the board now."),
    ),
    freezing.Frozen: Answer(
        409,
        _("This game stands still until the operator has looked at its log."),
    ),
    record.NotBegun: Answer(409, _("The game has not begun.")),
    play.NotSeated: Answer(403, _("You do not play in this game, but you may watch.")),
    play.TooLate: Answer(
        409, _("Everybody has had a turn. Now it takes all players to call it off.")
    ),
    play.AlreadyAgreed: Answer(
        409, _("You have agreed to call it off already. The others have to agree too.")
    ),
    timekeeping.NotLate: Answer(409, _("The time for this turn is not over.")),
    offers.NotOpen: Answer(409, _("Nobody can join or leave this game any more.")),
    offers.NotInvited: Answer(403, _("This game is for those who were invited.")),
    offers.Full: Answer(409, _("All seats of this game are taken.")),
    NoNonce: Answer(
        400,
        _("Your number for the shuffle could not be read. Try again from this page."),
    ),
    rematches.NotOver: Answer(
        409, _("Only a game that is over can be played again, by all who played it.")
    ),
}
