"""Preferences as a Django app."""

from django.apps import AppConfig

from config.discovery import discover


class PreferencesConfig(AppConfig):
    """Registers the kind of label."""

    name = "tests.example_kind.preferences"
    label = "preferences"

    def ready(self) -> None:
        """Load what registers itself."""
        discover(self.name)
