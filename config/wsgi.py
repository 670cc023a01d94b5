import os

from django.core.wsgi import get_wsgi_application

from config.checks import refuse_to_start_unsafe
from config.guards import refuse_to_start_unguarded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
refuse_to_start_unsafe()
refuse_to_start_unguarded()
