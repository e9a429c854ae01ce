"""Exams as a Django app."""

from django.apps import AppConfig

from config.discovery import discover


class ExamsConfig(AppConfig):
    """Registers the kind of label."""

    name = "tests.example_kind.exams"
    label = "exams"

    def ready(self) -> None:
        """Load what registers itself."""
        discover(self.name)
