"""The measures of exams as columns of tables, in their order there."""

from __future__ import annotations

from typing import NamedTuple

from assess.analysis.scores.arrays import Measure
from assess.kinds.kernel.retrieval import (
    AVERAGE_PRECISION,
    R_PRECISION,
    RECIPROCAL_RANK,
    ndcg,
    precision,
)
from exams.kernel.grades import TAUS
from runs.models import Track

BY_LEVEL = (precision(20), AVERAGE_PRECISION, R_PRECISION, RECIPROCAL_RANK)
BY_GAIN = (ndcg(10), ndcg(20))


class Column(NamedTuple):
    """A measure at one threshold; None for all of them."""

    name: str
    tau: int | None


def _cover(tau: int) -> tuple[Measure, ...]:
    return (
        Measure(
            f"exam_cover_{tau}",
            f"Cover {tau}",
            f"the share of the topic’s questions that a passage answers with {tau} or "
            "more",
        ),
        Measure(
            f"exam_ncover_{tau}",
            f"nCover {tau}",
            f"the questions answered with {tau} or more, beside those that any passage "
            "of the pool answers",
            lacks=f"no passage answers a question with {tau} or more",
        ),
        Measure(
            f"exam_upper_{tau}",
            f"Cover {tau} at most",
            f"Cover {tau} if every ungraded pair of passage and question had {tau}",
            aside=True,
        ),
    )


def _qrels(tau: int) -> tuple[Measure, ...]:
    return tuple(
        Measure(
            f"exam_qrels_{tau}_{each.name}",
            f"{each.title} {tau}",
            f"{each.says}; relevant are passages with a label of {tau} or more",
        )
        for each in BY_LEVEL
    )


COVER = tuple(measure for tau in TAUS for measure in _cover(tau))
QRELS = tuple(measure for tau in TAUS for measure in _qrels(tau))
GAINS = tuple(
    Measure(f"exam_qrels_{each.name}", each.title, f"{each.says}, by passages’ labels")
    for each in BY_GAIN
)
UNGRADED = Measure(
    "exam_ungraded",
    "Ungraded",
    "the share of pairs of a passage and a question without a grade",
    aside=True,
)
MEASURES = (*COVER, *QRELS, *GAINS, UNGRADED)


def primary_of(track: Track) -> str:
    """Return the measure that ranks runs: Cover at the profile's threshold."""
    return f"exam_cover_{track.profile.exam.tau}"


def measures_of(track: Track) -> tuple[Measure, ...]:
    """Return the measures; the primary one is marked as such."""
    primary = primary_of(track)
    return tuple(m.as_primary() if m.name == primary else m for m in MEASURES)
