"""The Django app of exams."""

from django.apps import AppConfig

from config.discovery import discover


class ExamsConfig(AppConfig):
    """Registers what each part of the method adds to judging."""

    name = "exams"

    def ready(self) -> None:
        """Import the modules that register themselves."""
        discover(self.name)
