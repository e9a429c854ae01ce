"""Judging as a Django app."""

from django.apps import AppConfig


class AssessConfig(AppConfig):
    """Registers relevance and support."""

    name = "assess"

    def ready(self) -> None:  # noqa: PLR0915 - a list
        """Load what registers itself."""
        from assess import job_kinds as _jobs  # noqa: F401, PLC0415
        from assess import members as _members  # noqa: F401, PLC0415
        from assess import metrics as _metrics  # noqa: F401, PLC0415
        from assess import put_away as _things  # noqa: F401, PLC0415
        from assess.archive import contents as _archived  # noqa: F401, PLC0415
        from assess.archive import job as _archives  # noqa: F401, PLC0415
        from assess.exports import job as _export  # noqa: F401, PLC0415
        from assess.imports import kinds as _imports  # noqa: F401, PLC0415
        from assess.relevance import export as _qrels  # noqa: F401, PLC0415
        from assess.relevance import family as _retrieved  # noqa: F401, PLC0415
        from assess.relevance import kind as _relevance  # noqa: F401, PLC0415
        from assess.relevance import machine as _grading  # noqa: F401, PLC0415
        from assess.relevance import screen as _reading  # noqa: F401, PLC0415
        from assess.relevance import spots as _segments  # noqa: F401, PLC0415
        from assess.subnarratives import screen as _reviewing  # noqa: F401, PLC0415
        from assess.subnarratives import spots as _parts  # noqa: F401, PLC0415
        from assess.support import export as _cited  # noqa: F401, PLC0415
        from assess.support import family as _precise  # noqa: F401, PLC0415
        from assess.support import kind as _support  # noqa: F401, PLC0415
        from assess.support import machine as _supporting  # noqa: F401, PLC0415
        from assess.support import screen as _checking  # noqa: F401, PLC0415
        from assess.support import spots as _citations  # noqa: F401, PLC0415

        # isort: split
        # After what every track has: only conversations hold statements.
        from assess.ptkb import export as _stated  # noqa: F401, PLC0415
        from assess.ptkb import importer as _bringing  # noqa: F401, PLC0415
        from assess.ptkb import kind as _ptkb  # noqa: F401, PLC0415
        from assess.ptkb import screen as _stating  # noqa: F401, PLC0415
        from assess.ptkb import spots as _statements  # noqa: F401, PLC0415

        # isort: split
        # After the kinds whose disagreements they settle.
        from assess.adjudication import ptkb as _said  # noqa: F401, PLC0415
        from assess.adjudication import relevance as _graded  # noqa: F401, PLC0415
        from assess.adjudication import support as _backed  # noqa: F401, PLC0415
