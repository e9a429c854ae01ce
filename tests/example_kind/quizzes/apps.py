"""The Django app of quizzes."""

from django.apps import AppConfig

from config.discovery import discover


class QuizzesConfig(AppConfig):
    """Registers the kind of label."""

    name = "tests.example_kind.quizzes"
    label = "quizzes"

    def ready(self) -> None:
        """Import the modules that register themselves."""
        discover(self.name)
