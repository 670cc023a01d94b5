"""The site as gunicorn serves it, but broken first where the drill asks for it."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import connections  # noqa: E402

from drill import sabotage  # noqa: E402

sabotage.commit()

from config.wsgi import application  # noqa: E402

# Every process that gunicorn forks from this one makes connections of its own.
connections.close_all()

__all__ = ["application"]
