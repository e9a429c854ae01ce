"""The ground of retrieval scores: ranked lists scored by trec_eval."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Q, QuerySet

from assess.analysis.scores.grids import SCORED, UNJUDGED, GridPart
from assess.judging.kinds import Kind
from assess.judging.labels.reader import LabelColumns, label_columns
from assess.judging.models import Judge
from assess.kinds.kernel.retrieval import Evaluation, has_ground, top, unjudged_share
from assess.kinds.relevance.items import docids_of
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from assess.kinds.relevance.scoring.basis import (
    RetrievalBasis,
    gains_of,
    looked_at,
    reported,
)
from runs.models import RankedList, Segment

FEW = 500  # ranked lists in memory at a time


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


class RetrievalGround:
    """The ground of retrieval scores: one judge's grades, and the ranked lists."""

    kind: Kind = RELEVANCE
    beside: tuple[Kind, ...] = ()

    def __init__(self, basis: RetrievalBasis) -> None:
        self.basis = basis
        self._measures = reported(basis.judge.track)
        self._scale = gains_of(basis)

    @property
    def judge(self) -> Judge:
        """Return the judge of relevance."""
        return self.basis.judge

    def stamp(self) -> Hashable:
        """Return the level, the scale and the measures."""
        return (
            self._scale.level,
            tuple(self._scale.gains.items()),
            tuple(measure.name for measure in self._measures),
        )

    def whole(self) -> GridPart:
        """Score every ranked list, a few of them in memory at a time."""
        track = self.judge.track
        docids = Segment.objects.filter(track=track).values_list("pk", "docid")
        topics = track.topics.values_list("pk", flat=True)
        return self._part(list(topics), dict(docids))

    def again(self, labels: Sequence[int]) -> GridPart:
        """Score the lists of the topics of some labels."""
        given: QuerySet[Any] = RelevanceLabel.objects.filter(pk__in=labels)
        return self._part(sorted(set(given.values_list("topic", flat=True))))

    def _part(
        self, topics: Sequence[int], docids: Mapping[int, str] | None = None
    ) -> GridPart:
        where = Q(topic__in=topics)
        given = label_columns(self.judge, RELEVANCE, where=where)
        lists: Iterable[_List] = self._lists(where)
        if docids is None:
            lists = list(lists)
            docids = _docids(lists, given)
        grades = self._grades(given, docids)
        grounds = {topic: self._grounds(own) for topic, own in grades.items()}
        rows = list(self._rows(lists, docids, grades, grounds))
        nothing = self._grounds({})
        width = len(self._measures) + 1
        values = np.array([row.values for row in rows], dtype=np.float64)
        return GridPart(
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
        scale = [self._scale.gains.get(name) for name in given.names]
        grades: dict[int, dict[str, int]] = defaultdict(dict)
        for (topic, segment), place in zip(
            given.items.tolist(), given.values.tolist(), strict=True
        ):
            gain = scale[place]
            if gain is not None:  # an import may return on its own scale
                grades[topic][docids[segment]] = gain
        return dict(grades)

    def _grounds(self, grades: Mapping[str, int]) -> list[bool]:
        level, values = self._scale.level, set(grades.values())
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
        evaluation = Evaluation(named, self._measures, level=self._scale.level)
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
    """Return the values, NaN where the measure is undefined on the topic."""
    pairs = zip(values, grounds, strict=True)
    return [value if ground else np.nan for value, ground in pairs]


def _docids(lists: Iterable[_List], given: LabelColumns) -> dict[int, str]:
    """Return {segment: docid} of the segments that are ranked or graded."""
    ranked = {segment for row in lists for segment in row.segments}
    return docids_of(ranked.union(given.items[:, 1].tolist()))
