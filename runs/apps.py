"""What comes in, as a Django app."""

from django.apps import AppConfig


class RunsConfig(AppConfig):
    """Lets organizers see their tracks' jobs."""

    name = "runs"

    def ready(self) -> None:
        """Load what registers itself."""
        from runs import access as _access  # noqa: F401, PLC0415
        from runs.imports import kinds as _kinds  # noqa: F401, PLC0415
        from runs.put_away import kinds as _things  # noqa: F401, PLC0415
