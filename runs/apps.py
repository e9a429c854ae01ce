"""The Django app of imported data."""

from django.apps import AppConfig

from config.discovery import discover


class RunsConfig(AppConfig):
    """Registers organizers' access to their tracks' jobs."""

    name = "runs"

    def ready(self) -> None:
        """Import the modules that register themselves, and register a host's need."""
        from jobs.hosts import add_need  # noqa: PLC0415
        from runs.uploads import lack_of_uploads, mark_uploads  # noqa: PLC0415

        discover(self.name)
        add_need(mark_uploads, lack_of_uploads)
