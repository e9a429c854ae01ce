"""The Django app of long work."""

from django.apps import AppConfig

from config.discovery import discover


class JobsConfig(AppConfig):
    """Registers its metrics; apps above register their own kinds and access."""

    name = "jobs"

    def ready(self) -> None:
        """Register the metrics of jobs."""
        discover(self.name)
