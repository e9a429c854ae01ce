"""The Django app of nugget matching."""

from django.apps import AppConfig

from config.discovery import discover


class MatchingConfig(AppConfig):
    """Registers what matching adds to judging."""

    name = "matching"

    def ready(self) -> None:
        """Import the modules that register themselves."""
        discover(self.name)
