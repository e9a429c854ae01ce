"""Judging as a Django app."""

from django.apps import AppConfig

from config.discovery import discover


class AssessConfig(AppConfig):
    """Registers what each room of judging declares."""

    name = "assess"

    def ready(self) -> None:
        """Load what registers itself."""
        discover(self.name)
