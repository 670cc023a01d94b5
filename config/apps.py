from importlib import import_module

from django.apps import AppConfig


class GroundFloor(AppConfig):
    """Makes an app of the settings' room: it has checks and commands of its own."""

    name = "config"

    def ready(self) -> None:
        # Checks register themselves where they are imported, as Django wants it.
        import_module("config.checks")
