from accounts.models.deactivation import Deactivation
from accounts.models.notice import Notice, NoticeQuerySet
from accounts.models.user import User

__all__ = ["Deactivation", "Notice", "NoticeQuerySet", "User"]
