"""The measures of matching as columns of tables."""

from __future__ import annotations

from assess.analysis.scores.arrays import Measure
from runs.models import Track

NTN_PRECISION, NTN_RECALL, NTR_RECALL = "ntn_precision", "ntn_recall", "ntr_recall"

MEASURES = (
    Measure(
        NTN_RECALL,
        "NtN recall",
        "the share of gold nuggets that a nugget of the response entails",
        lacks="no gold nugget",
    ),
    Measure(
        NTN_PRECISION,
        "NtN precision",
        "the share of the response’s nuggets that entail a gold nugget",
        lacks="no nugget of a response",
        needs_answer=True,
    ),
    Measure(
        NTR_RECALL,
        "NtR recall",
        "the share of gold nuggets that the response as a whole captures",
        lacks="no gold nugget",
    ),
)


def measures_of(_track: Track) -> tuple[Measure, ...]:
    """Return the measures, the same in every track."""
    return (MEASURES[0].as_primary(), *MEASURES[1:])


def primary_of(_track: Track) -> str:
    """Return the name of the measure that ranks runs."""
    return NTN_RECALL
