"""The thresholds from which a track's organizers use a machine's labels."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from assess.analysis.models import TrustThresholds
from runs.models import Track


class Thresholds(NamedTuple):
    """The least κ for labels and for a first pass, and the most favour of one run.

    favour: in steps of the scale.
    """

    labels: float = 0.6
    first_pass: float = 0.4
    favour: float = 0.2


def thresholds_of(track: Track) -> Thresholds:
    """Return the current thresholds of a track; the initial ones if none were set."""
    row = TrustThresholds.objects.filter(track=track).order_by("pk").last()
    return Thresholds(row.labels, row.first_pass, row.favour) if row else Thresholds()


def set_thresholds(
    track: Track, wanted: Thresholds, *, by: User | None, now: datetime
) -> None:
    """Set a track's thresholds; earlier ones stay on record."""
    if wanted != thresholds_of(track):
        TrustThresholds.objects.create(track=track, by=by, at=now, **wanted._asdict())
