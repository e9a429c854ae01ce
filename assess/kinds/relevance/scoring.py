"""How well each run's ranked lists find what a judge held relevant (method 8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Q, QuerySet

from assess.analysis.scores.arrays import SCORED, UNJUDGED, Measure, Scored, narrowed
from assess.analysis.scores.cache import kept_scores
from assess.analysis.scores.grids import Part
from assess.judging.kinds import Kind
from assess.judging.labels.columns import LabelColumns, label_columns
from assess.judging.models import Judge
from assess.kinds.kernel.retrieval import (
    AVERAGE_PRECISION,
    Evaluation,
    Retrieval,
    has_ground,
    ndcg,
    precision,
    recall,
    top,
    unjudged_share,
)
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import RankedList, Segment, Topic, Track

# What each year's track reports; told by its form of topic.
_REPORTED: dict[str, tuple[Retrieval, ...]] = {
    "queries": (ndcg(20), ndcg(100), recall(100)),
    "narratives": (ndcg(30), ndcg(100), recall(100)),
    "conversations": (
        ndcg(5),
        precision(20),
        recall(20),
        recall(1000),
        AVERAGE_PRECISION,
    ),
}
BATCH = 10_000  # segments looked up by one statement
FEW = 500  # ranked lists in memory at a time


@dataclass(frozen=True)
class RetrievalBasis:
    """What retrieval scores rest on: a judge's grades, and what counts as relevant.

    level: the grade from which a segment is relevant, for P, R and mAP. topics: over
    which, none named: all. condition: its name and what it is held to, "" for none.
    """

    judge: Judge
    level: int
    topics: tuple[Topic, ...] = ()
    condition: str = ""


class _List(NamedTuple):
    """One run's ranking for one topic, by row numbers."""

    run: int
    topic: int
    segments: list[int]
    scores: list[float]


class _Row(NamedTuple):
    """One run's values on one topic: the measures', then the unjudged share."""

    run: int
    topic: int
    state: int
    values: list[float]


def reported(track: Track) -> tuple[Retrieval, ...]:
    """Return the retrieval measures that a track reports, the primary one first."""
    found = _REPORTED[track.profile.topics]
    name = primary_of(track)
    return tuple(sorted(found, key=lambda measure: measure.name != name))


def measures_of(track: Track) -> tuple[Measure, ...]:
    """Return them as columns, and the share of the primary's ranks without a grade."""
    first, *others = (
        Measure(each.name, each.title, _says(each), lacks=_lacks(each))
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
    """Return the name of the measure that runs are ranked by."""
    return track.profile.primary.retrieval


def looked_at(track: Track) -> int:
    """Return how many ranks the first measure with a cut looks at."""
    return next(each.cut for each in reported(track) if each.cut)


def _lacks(measure: Retrieval) -> str:
    return "no segment graded above 0" if measure.gains else "no relevant segment"


def _says(measure: Retrieval) -> str:
    if measure.gains:
        return f"graded gain over the first {measure.cut}, beside the best possible"
    if measure is AVERAGE_PRECISION:
        return "precision, averaged over the ranks of the relevant segments"
    if measure.needs_relevant:
        return f"the share of the relevant segments among the first {measure.cut}"
    return f"the share of the first {measure.cut} that is relevant"


def score_retrieval(basis: RetrievalBasis) -> Scored:
    """Return the scores of every run with ranked lists, by trec_eval."""
    track = basis.judge.track
    scored = kept_scores(
        RetrievalGround(basis),
        measures_of(track),
        primary_of(track),
        notes=(
            f"Relevant for P, R and mAP: grade {basis.level} and above.",
            "A segment that nobody judged counts as not relevant.",
        ),
    )
    return narrowed(scored, topics=basis.topics or None)


class RetrievalGround:
    """What retrieval scores rest on: one judge's grades, and the ranked lists."""

    kind: Kind = RELEVANCE

    def __init__(self, basis: RetrievalBasis) -> None:
        self.basis = basis
        self._measures = reported(basis.judge.track)

    @property
    def judge(self) -> Judge:
        """Return the judge of relevance."""
        return self.basis.judge

    def stamp(self) -> Hashable:
        """Return the scale, the level and the measures."""
        return (
            self.basis.level,
            RELEVANCE.values(self.judge.track),
            tuple(measure.name for measure in self._measures),
        )

    def whole(self) -> Part:
        """Score every ranked list, a few of them in memory at a time."""
        track = self.judge.track
        docids = Segment.objects.filter(track=track).values_list("pk", "docid")
        topics = track.topics.values_list("pk", flat=True)
        return self._part(list(topics), dict(docids))

    def again(self, labels: Sequence[int]) -> Part:
        """Score the lists of the topics of some labels."""
        given: QuerySet[Any] = RelevanceLabel.objects.filter(pk__in=labels)
        return self._part(sorted(set(given.values_list("topic", flat=True))))

    def _part(
        self, topics: Sequence[int], docids: Mapping[int, str] | None = None
    ) -> Part:
        where = Q(topic__in=topics)
        given = label_columns(self.judge, RELEVANCE, where=where)
        lists: Iterable[_List] = self._lists(where)
        if docids is None:
            lists = list(lists)
            docids = _docids(self.judge.track, lists, given)
        grades = self._grades(given, docids)
        grounds = {topic: self._grounds(own) for topic, own in grades.items()}
        rows = list(self._rows(lists, docids, grades, grounds))
        nothing = self._grounds({})
        width = len(self._measures) + 1
        values = np.array([row.values for row in rows], dtype=np.float64)
        return Part(
            runs=np.array([row.run for row in rows], dtype=np.int64),
            topics=np.array([row.topic for row in rows], dtype=np.int64),
            values=values.reshape(-1, width).T,
            states=np.array([row.state for row in rows], dtype=np.int8),
            words=np.full(len(rows), np.nan),
            ground_topics=np.array(topics, dtype=np.int64),
            grounds=np.array([grounds.get(topic, nothing) for topic in topics])
            .reshape(-1, width)
            .T,
            judged=np.array([topic in grades for topic in topics], dtype=bool),
        )

    def _lists(self, where: Q) -> Iterator[_List]:
        rows = RankedList.objects.visible().filter(where, run__track=self.judge.track)
        columns = ("run", "topic", "segment_ids", "scores")
        found = rows.values_list(*columns).iterator(chunk_size=FEW)
        return (_List(*row) for row in found)

    def _grades(
        self, given: LabelColumns, docids: Mapping[int, str]
    ) -> dict[int, dict[str, int]]:
        """Return {topic: {docid: grade}} of the topics with a grade on the scale."""
        scale = [int(value) for value in RELEVANCE.values(self.judge.track)]
        grades: dict[int, dict[str, int]] = defaultdict(dict)
        for (topic, segment), place in zip(
            given.items.tolist(), given.values.tolist(), strict=True
        ):
            if place < len(scale):  # an import may come again on its own scale
                grades[topic][docids[segment]] = scale[place]
        return dict(grades)

    def _grounds(self, grades: Mapping[str, int]) -> list[bool]:
        level, values = self.basis.level, set(grades.values())
        found = [has_ground(each, values, level=level) for each in self._measures]
        return [*found, True]

    def _rows(
        self,
        lists: Iterable[_List],
        docids: Mapping[int, str],
        grades: Mapping[int, Mapping[str, int]],
        grounds: Mapping[int, Sequence[bool]],
    ) -> Iterator[_Row]:
        named = {str(topic): own for topic, own in grades.items()}
        evaluation = Evaluation(named, self._measures, level=self.basis.level)
        depth = looked_at(self.judge.track)
        for run, topic, segments, scores in lists:
            if topic not in grades:
                values = [np.nan] * (len(self._measures) + 1)
                yield _Row(run, topic, UNJUDGED, values)
                continue
            ranked = [docids[segment] for segment in segments]
            by_docid = dict(zip(ranked, scores, strict=True))
            values = evaluation.score({str(topic): by_docid})[str(topic)]
            share = unjudged_share(top(ranked, scores, depth), grades[topic])
            values = [*values, np.nan if share is None else share]
            yield _Row(run, topic, SCORED, _grounded(values, grounds[topic]))


def _grounded(values: Sequence[float], grounds: Sequence[bool]) -> list[float]:
    """Return the values, NaN where the topic gives a measure no ground."""
    pairs = zip(values, grounds, strict=True)
    return [value if ground else np.nan for value, ground in pairs]


def _docids(
    track: Track, lists: Iterable[_List], given: LabelColumns
) -> dict[int, str]:
    """Return {segment: docid} of the segments that are ranked or graded."""
    ranked = {segment for row in lists for segment in row.segments}
    wanted = sorted(ranked.union(given.items[:, 1].tolist()))
    found: dict[int, str] = {}
    for start in range(0, len(wanted), BATCH):
        some = Segment.objects.filter(track=track, pk__in=wanted[start : start + BATCH])
        found.update(some.values_list("pk", "docid"))
    return found
