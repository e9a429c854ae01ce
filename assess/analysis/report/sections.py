"""The sections of a report for its reader."""

from __future__ import annotations

from typing import Any, NamedTuple

from assess.analysis.charts import Chart
from assess.analysis.rankings.forms import RankingsForm
from assess.analysis.rankings.questions import RankingQuestion
from assess.analysis.report.boards import boards_of
from assess.analysis.report.campaign import campaign_of
from assess.analysis.trust.agreement import agreement_of
from assess.judging.adjudication.disputes import Cause
from assess.judging.adjudication.progress import (
    AdjudicationRow,
    adjudications_in,
    rows_of,
    threshold_words,
)
from assess.judging.adjudication.results import Result, results_of
from assess.judging.guidelines.versions import guideline_rows
from assess.judging.kinds import kinds_of
from assess.judging.models import Adjudication
from runs.models import Track
from runs.views.visibility import Seen


class AdjudicationSection(NamedTuple):
    """An adjudication, its progress, and its results."""

    row: AdjudicationRow
    words: str
    result: Result

    @property
    def adjudication(self) -> Adjudication:
        """Return the adjudication."""
        return self.row.adjudication

    @property
    def cause(self) -> Cause:
        """Return the judges and the kind of label that it compares."""
        return self.row.cause


def written(seen: Seen) -> dict[str, Any]:
    """Return a report's sections; viewers do not get those of organizers."""
    track = seen.track
    shown: dict[str, Any] = {
        "track": track,
        "organizes": seen.organizes,
        "campaign": campaign_of(track),
        "kinds": kinds_of(track),
        "boards": boards_of(seen),
        "agreement": agreement_of(track),
        "rankings": _rankings(seen).answer,
    }
    if seen.organizes:
        shown |= {
            "adjudications": _adjudications(track),
            "guidelines": [row for row in guideline_rows(track) if row.latest],
        }
    return shown


def charts_of(seen: Seen) -> list[Chart]:
    """Return every chart of a report."""
    own = [chart for board in boards_of(seen) for chart in board.charts]
    return [*own, *_rankings(seen).charts]


def _rankings(seen: Seen) -> RankingQuestion:
    return RankingQuestion(seen, RankingsForm({}, seen=seen))


def _adjudications(track: Track) -> list[AdjudicationSection]:
    rows = rows_of(list(adjudications_in(track)))
    return [
        AdjudicationSection(row, threshold_words(row.cause.threshold), result)
        for row, result in zip(rows, results_of(rows), strict=True)
    ]
