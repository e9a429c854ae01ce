"""The app of long work."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Registers its metrics; apps above register their kinds and access themselves."""

    name = "jobs"

    def ready(self) -> None:
        """Register what /metrics/ shows of jobs."""
        from jobs import metrics as _metrics  # noqa: F401, PLC0415
