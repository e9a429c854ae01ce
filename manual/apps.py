"""The Django app of the guides."""

from django.apps import AppConfig

from config.discovery import discover


class ManualConfig(AppConfig):
    """Lets the palette find the guides' parts."""

    name = "manual"

    def ready(self) -> None:
        """Import the modules that register themselves."""
        discover(self.name)
