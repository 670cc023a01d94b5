"""The site's own settings, with one more address; only the bench serves these."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.floor"
