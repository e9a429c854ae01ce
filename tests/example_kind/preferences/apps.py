"""The Django app of preferences."""

from django.apps import AppConfig

from config.discovery import discover


class PreferencesConfig(AppConfig):
    """Registers the kind of label."""

    name = "tests.example_kind.preferences"
    label = "preferences"

    def ready(self) -> None:
        """Import the modules that register themselves."""
        discover(self.name)
