"""The Django app of the nugget method."""

from django.apps import AppConfig

from config.discovery import discover


class NuggetsConfig(AppConfig):
    """Registers what each part of the method adds to judging."""

    name = "nuggets"

    def ready(self) -> None:
        """Import the modules that register themselves."""
        discover(self.name)
