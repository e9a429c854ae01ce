"""The Django app of exams."""

from django.apps import AppConfig

from config.discovery import discover


class ExamsConfig(AppConfig):
    """Registers the kind of label."""

    name = "tests.example_kind.exams"
    label = "exams"

    def ready(self) -> None:
        """Import the modules that register themselves."""
        discover(self.name)
