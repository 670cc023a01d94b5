"""How gunicorn serves the site; `--config python:config.gunicorn` reads it."""

import os

from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_host = f"[{settings.HOST}]" if ":" in settings.HOST else settings.HOST

bind = f"{_host}:{settings.PORT}"
# Threads stand slow clients, with or without a proxy in front.
worker_class = "gthread"
workers = settings.WEB_WORKERS
threads = settings.WEB_THREADS
# The control socket would have a fixed path, which two sites would share.
control_socket_disable = True
