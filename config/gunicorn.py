"""How gunicorn serves the site; `--config python:config.gunicorn` reads it."""

import os

from django.conf import settings

from config import addresses

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

bind = f"{addresses.in_url(settings.HOST)}:{settings.PORT}"
# Threads stand slow clients, with or without a proxy in front.
worker_class = "gthread"
workers = settings.WEB_WORKERS
threads = settings.WEB_THREADS
# The control socket would have a fixed path, which two sites would share.
control_socket_disable = True
