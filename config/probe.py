"""Asks the site whether it is there: `python -m config.probe` ends with 0 if so."""

import http.client
import os
import sys
from urllib.parse import urlsplit

from django.conf import settings


def answers(*, url: str) -> bool:
    """Whether something better than an error of the server comes back."""
    address = urlsplit(url)
    connection = http.client.HTTPConnection(
        address.hostname or "", address.port, timeout=5
    )
    try:
        # Asked from inside, but under the name that the site answers to.
        connection.request("GET", address.path, headers={"Host": settings.SITE_HOST})
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    sys.exit(not answers(url=settings.HEALTH_URL))
