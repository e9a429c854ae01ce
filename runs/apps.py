"""What comes in, as a Django app."""

from django.apps import AppConfig

from config.discovery import discover


class RunsConfig(AppConfig):
    """Lets organizers see their tracks' jobs."""

    name = "runs"

    def ready(self) -> None:
        """Load what registers itself, and say what a host needs to see."""
        from jobs.hosts import add_need  # noqa: PLC0415
        from runs.uploads import lack_of_uploads, mark_uploads  # noqa: PLC0415

        discover(self.name)
        add_need(mark_uploads, lack_of_uploads)
