"""The nugget method as a Django app."""

from django.apps import AppConfig


class NuggetsConfig(AppConfig):
    """Registers assignment."""

    name = "nuggets"

    def ready(self) -> None:
        """Load what registers itself."""
        from nuggets import job_kinds as _jobs  # noqa: F401, PLC0415
        from nuggets import screens as _screens  # noqa: F401, PLC0415
        from nuggets.assignment import kind as _assignment  # noqa: F401, PLC0415
        from nuggets.assignment import machine as _machine  # noqa: F401, PLC0415
        from nuggets.exports import assignments as _assigned  # noqa: F401, PLC0415
        from nuggets.exports import bank as _nuggets  # noqa: F401, PLC0415
        from nuggets.exports import scores as _scores  # noqa: F401, PLC0415
        from nuggets.imports import kinds as _imports  # noqa: F401, PLC0415
