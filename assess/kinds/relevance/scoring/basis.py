"""The basis of retrieval scores: measures, grades, and the relevance level."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet

from assess.analysis.scores.arrays import Measure
from assess.judging.models import Judge
from assess.kinds.kernel.retrieval import REPORTED, Retrieval
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Topic, Track

WHOLE_GAIN = re.compile(r"[0-9]{1,2}|1[01][0-9]|12[0-7]", re.ASCII)  # of trec_eval


@dataclass(frozen=True)
class RetrievalBasis:
    """The basis of retrieval scores: a judge's grades, and the relevance level.

    level: the grade from which a segment is relevant, for P, R and mAP. topics: the
    selected topics, empty: all. condition: its name and topics, "" for none.
    """

    judge: Judge
    level: int
    topics: tuple[Topic, ...] = ()
    condition: str = ""


class Gains(NamedTuple):
    """The gains of a judge's grades for trec_eval, and the relevance level.

    Whole grades from 0 are their own gains; others count 0, 1, 2 from the lowest.
    """

    gains: dict[str, int]
    level: int


def _own_gains(judge: Judge) -> Gains:
    """Return the gains of all grades that a judge with its own scale has given."""
    given: QuerySet[Any] = RelevanceLabel.objects.by(judge).given().order_by()
    values = sorted(given.values_list("value", flat=True).distinct(), key=float)
    whole = all(WHOLE_GAIN.fullmatch(value) for value in values)
    gains = {
        value: int(value) if whole else place for place, value in enumerate(values)
    }
    lowest = min(gains.values(), default=0)
    return Gains(gains, lowest + 1)


def gains_of(basis: RetrievalBasis) -> Gains:
    """Return the gains of the judge's grades, by the track's scale or by its own."""
    if basis.judge.has_own_scale:
        return _own_gains(basis.judge)
    values = RELEVANCE.values(basis.judge.track)
    return Gains({value: int(value) for value in values}, basis.level)


def relevant_said(basis: RetrievalBasis) -> str:
    """Return in words which segments count as relevant."""
    if basis.judge.has_own_scale:
        return (
            "Relevant for P, R and mAP: any grade above the lowest of the judge’s own "
            "scale."
        )
    return f"Relevant for P, R and mAP: grade {basis.level} and above."


def reported(track: Track) -> tuple[Retrieval, ...]:
    """Return the retrieval measures that a track reports, the primary one first."""
    found = REPORTED[track.profile.topics]
    name = primary_of(track)
    return tuple(sorted(found, key=lambda measure: measure.name != name))


def measures_of(track: Track) -> tuple[Measure, ...]:
    """Return them as columns, and the share of the primary's ranks without a grade."""
    first, *others = (
        Measure(each.name, each.title, each.says, lacks=each.lacks)
        for each in reported(track)
    )
    cut = looked_at(track)
    return (
        first.as_primary(),
        *others,
        Measure(
            f"unjudged_{cut}",
            f"unjudged@{cut}",
            f"the share of the first {cut} that nobody judged: it counts as not "
            "relevant",
            aside=True,
        ),
    )


def primary_of(track: Track) -> str:
    """Return the name of the measure that ranks runs."""
    return track.profile.primary.retrieval


def looked_at(track: Track) -> int:
    """Return the number of ranks that the first measure with a cut uses."""
    return next(each.cut for each in reported(track) if each.cut)
