"""The Django app of judging."""

from django.apps import AppConfig

from config.discovery import discover


class AssessConfig(AppConfig):
    """Registers the declarations of each package of judging."""

    name = "assess"

    def ready(self) -> None:
        """Import the modules that register themselves."""
        discover(self.name)
