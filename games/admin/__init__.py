"""The moderators' desk for games. No page of it opens a bag, for nobody."""

from games.admin.game import GameAdmin

__all__ = ["GameAdmin"]
