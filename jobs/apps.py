"""The app of long work."""

from django.apps import AppConfig

from config.discovery import discover


class JobsConfig(AppConfig):
    """Registers its metrics; apps above register their kinds and access themselves."""

    name = "jobs"

    def ready(self) -> None:
        """Register what /metrics/ shows of jobs."""
        discover(self.name)
