"""Asks the site whether it is there: `python -m config.probe` ends with 0 if so."""

import http.client
import os
import sys
from urllib.request import ProxyHandler, Request, build_opener

from django.conf import settings

TIMEOUT = 5.0


def answers(*, url: str) -> bool:
    """Whether a page comes back; an error is none, and neither is silence."""
    # Asked from inside, past any proxy, but under the name that the site answers to.
    request = Request(url, headers={"Host": settings.SITE_HOST})  # noqa: S310 - the operator's own
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=TIMEOUT):
            return True
    except (OSError, http.client.HTTPException):
        return False


def site_answers() -> bool:
    """Whether players can reach the site, asked where the operator says."""
    return answers(url=settings.HEALTH_URL)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    sys.exit(not site_answers())
