"""The nugget method as a Django app."""

from django.apps import AppConfig


class NuggetsConfig(AppConfig):
    """Registers what each part of the method adds to judging."""

    name = "nuggets"

    def ready(self) -> None:
        """Load what registers itself."""
        from nuggets import archive as _archived  # noqa: F401, PLC0415
        from nuggets import put_away as _things  # noqa: F401, PLC0415
        from nuggets.answers import export as _answers  # noqa: F401, PLC0415
        from nuggets.answers import screen as _answering  # noqa: F401, PLC0415
        from nuggets.answers import spots as _written  # noqa: F401, PLC0415
        from nuggets.assignment import exhibit as _disputed  # noqa: F401, PLC0415
        from nuggets.assignment import export as _assigned  # noqa: F401, PLC0415
        from nuggets.assignment import importer as _labels  # noqa: F401, PLC0415
        from nuggets.assignment import kind as _assignment  # noqa: F401, PLC0415
        from nuggets.assignment import machine as _machine  # noqa: F401, PLC0415
        from nuggets.assignment import screen as _assigning  # noqa: F401, PLC0415
        from nuggets.assignment import spots as _weighed  # noqa: F401, PLC0415
        from nuggets.banks import export as _banks  # noqa: F401, PLC0415
        from nuggets.banks import importer as _nuggets  # noqa: F401, PLC0415
        from nuggets.conditions import export as _named  # noqa: F401, PLC0415
        from nuggets.conditions import qrels as _saved  # noqa: F401, PLC0415
        from nuggets.drafting import job as _job  # noqa: F401, PLC0415
        from nuggets.editing import screen as _editing  # noqa: F401, PLC0415
        from nuggets.editing import spots as _edited  # noqa: F401, PLC0415
        from nuggets.scores import conditions as _ranked  # noqa: F401, PLC0415
        from nuggets.scores import export as _scores  # noqa: F401, PLC0415
        from nuggets.scores import family as _families  # noqa: F401, PLC0415
        from nuggets.spans import export as _spans  # noqa: F401, PLC0415
        from nuggets.spans import screen as _marking  # noqa: F401, PLC0415
        from nuggets.spans import spots as _marked  # noqa: F401, PLC0415
