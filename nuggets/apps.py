"""The nugget method as a Django app."""

from django.apps import AppConfig

from config.discovery import discover


class NuggetsConfig(AppConfig):
    """Registers what each part of the method adds to judging."""

    name = "nuggets"

    def ready(self) -> None:
        """Load what registers itself."""
        discover(self.name)
