"""Tau so far, in one line, for a track's overview."""

from __future__ import annotations

from typing import NamedTuple

from assess.analysis.kernel.condition_agreement import Estimate
from assess.analysis.rankings.comparison import tau_of
from assess.analysis.rankings.forms import RankingsForm
from assess.analysis.rankings.questions import pairing_of
from runs.models import Track
from runs.views.visibility import Seen


class SoFar(NamedTuple):
    """Tau of run means of the first two conditions, by the primary measure."""

    left: str
    right: str
    measure: str
    tau: Estimate
    runs: int
    topics: int


def so_far(track: Track) -> SoFar | None:
    """Return tau so far; None if there are no two conditions to compare."""
    form = RankingsForm({}, seen=Seen(track, organizes=True))
    pairing = pairing_of(form)
    if pairing is None:
        return None
    table = pairing.shared(form.by.name)
    way = tau_of(table.a, table.b)
    return SoFar(
        pairing.left.says,
        pairing.right.says,
        form.by.title,
        way.tau,
        way.n,
        table.counting,
    )
