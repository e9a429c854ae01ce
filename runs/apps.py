"""What comes in, as a Django app."""

from django.apps import AppConfig


class RunsConfig(AppConfig):
    """Lets organizers see their tracks' jobs."""

    name = "runs"

    def ready(self) -> None:
        """Load what registers itself."""
        from jobs.hosts import add_need  # noqa: PLC0415
        from runs import access as _access  # noqa: F401, PLC0415
        from runs.imports.importers import registration as _kinds  # noqa: F401, PLC0415
        from runs.put_away import kinds as _things  # noqa: F401, PLC0415
        from runs.uploads import lack_of_uploads, mark_uploads  # noqa: PLC0415

        add_need(mark_uploads, lack_of_uploads)
