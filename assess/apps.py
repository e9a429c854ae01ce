"""Judging as a Django app."""

from django.apps import AppConfig


class AssessConfig(AppConfig):
    """Registers relevance and support."""

    name = "assess"

    def ready(self) -> None:  # noqa: PLR0915 - a list
        """Load what registers itself."""
        from assess.analysis import archive as _chosen  # noqa: F401, PLC0415
        from assess.exchange.archive import contents as _archived  # noqa: F401, PLC0415
        from assess.exchange.archive import job as _archives  # noqa: F401, PLC0415
        from assess.exchange.imports import counts as _imports  # noqa: F401, PLC0415
        from assess.exchange.snapshots import job as _export  # noqa: F401, PLC0415
        from assess.judging import members as _members  # noqa: F401, PLC0415
        from assess.judging import metrics as _metrics  # noqa: F401, PLC0415
        from assess.judging import put_away as _things  # noqa: F401, PLC0415
        from assess.judging.machine import job as _jobs  # noqa: F401, PLC0415
        from assess.kinds.relevance import export as _qrels  # noqa: F401, PLC0415
        from assess.kinds.relevance import family as _retrieved  # noqa: F401, PLC0415
        from assess.kinds.relevance import kind as _relevance  # noqa: F401, PLC0415
        from assess.kinds.relevance import machine as _grading  # noqa: F401, PLC0415
        from assess.kinds.relevance import qrels as _in  # noqa: F401, PLC0415
        from assess.kinds.relevance import rj as _rj  # noqa: F401, PLC0415
        from assess.kinds.relevance import screen as _reading  # noqa: F401, PLC0415
        from assess.kinds.relevance import spots as _segments  # noqa: F401, PLC0415
        from assess.kinds.subnarratives import screen as _reviewing  # noqa: F401, PLC0415
        from assess.kinds.subnarratives import spots as _parts  # noqa: F401, PLC0415
        from assess.kinds.support import export as _cited  # noqa: F401, PLC0415
        from assess.kinds.support import family as _precise  # noqa: F401, PLC0415
        from assess.kinds.support import kind as _support  # noqa: F401, PLC0415
        from assess.kinds.support import machine as _supporting  # noqa: F401, PLC0415
        from assess.kinds.support import screen as _checking  # noqa: F401, PLC0415
        from assess.kinds.support import spots as _citations  # noqa: F401, PLC0415

        # isort: split
        # After what every track has: only conversations hold statements.
        from assess.kinds.ptkb import export as _stated  # noqa: F401, PLC0415
        from assess.kinds.ptkb import importer as _bringing  # noqa: F401, PLC0415
        from assess.kinds.ptkb import kind as _ptkb  # noqa: F401, PLC0415
        from assess.kinds.ptkb import screen as _stating  # noqa: F401, PLC0415
        from assess.kinds.ptkb import spots as _statements  # noqa: F401, PLC0415

        # isort: split
        # After the kinds whose disagreements they settle.
        from assess.kinds.ptkb import exhibit as _said  # noqa: F401, PLC0415
        from assess.kinds.relevance import exhibit as _graded  # noqa: F401, PLC0415
        from assess.kinds.support import exhibit as _backed  # noqa: F401, PLC0415
