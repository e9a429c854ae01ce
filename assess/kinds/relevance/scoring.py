"""Retrieval scores of each run's ranked lists, by one judge's grades (method 8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from django import forms
from django.db.models import Q, QuerySet

from assess.analysis.scores.arrays import Measure, Rules, Scored, narrowed
from assess.analysis.scores.cache import kept_scores
from assess.analysis.scores.conditions import offer_judges
from assess.analysis.scores.families import Family, register
from assess.analysis.scores.grids import SCORED, UNJUDGED, GridPart
from assess.analysis.scores.judge_forms import SavedJudgeForm
from assess.judging.kinds import Kind
from assess.judging.labels.reader import LabelColumns, label_columns
from assess.judging.models import Judge
from assess.kinds.kernel.retrieval import (
    REPORTED,
    Evaluation,
    Retrieval,
    has_ground,
    top,
    unjudged_share,
)
from assess.kinds.relevance.items import docids_of
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import RankedList, Segment, Topic, Track

FEW = 500  # ranked lists in memory at a time


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
    """The ground of retrieval scores: one judge's grades, and the ranked lists."""

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
        scale = [int(value) for value in RELEVANCE.values(self.judge.track)]
        grades: dict[int, dict[str, int]] = defaultdict(dict)
        for (topic, segment), place in zip(
            given.items.tolist(), given.values.tolist(), strict=True
        ):
            if place < len(scale):  # an import may return on its own scale
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
    """Return the values, NaN where the measure is undefined on the topic."""
    pairs = zip(values, grounds, strict=True)
    return [value if ground else np.nan for value, ground in pairs]


def _docids(lists: Iterable[_List], given: LabelColumns) -> dict[int, str]:
    """Return {segment: docid} of the segments that are ranked or graded."""
    ranked = {segment for row in lists for segment in row.segments}
    return docids_of(ranked.union(given.items[:, 1].tolist()))


class RetrievalForm(SavedJudgeForm):
    """The judge of the grades, and the grade from which a segment is relevant.

    A saved condition determines the judge and the topics.
    """

    kind = RELEVANCE
    family = "retrieval"
    lacking = "There is no such condition with qrels."

    level = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the grades above 0, since a relevant segment has at least one."""
        super().__init__(data, track=track)
        level = self.fields["level"]
        assert isinstance(level, forms.TypedChoiceField)  # noqa: S101 - for the types
        above = (each for each in track.profile.relevance.grades if each.value > 0)
        level.choices = [(each.value, f"{each.value} {each.label}") for each in above]

    def first_choice(self) -> dict[str, str]:
        """Return the default choice; the level is the profile's."""
        level = self.track.profile.relevance.relevant_from
        return super().first_choice() | {"level": str(level)}

    @property
    def basis(self) -> RetrievalBasis | None:
        """Return the valid form's basis, None if nobody graded anything."""
        judge, level = self.cleaned_data["judge"], self.cleaned_data["level"]
        if not judge:
            return None
        if self.saved:
            return RetrievalBasis(judge, level, self.saved.topics, self.saved.says)
        return RetrievalBasis(judge, level)


FAMILY = register(
    Family(
        name="retrieval",
        title="Retrieval",
        measures=measures_of,
        primary=primary_of,
        form=RetrievalForm,
        score=score_retrieval,
        rules=Rules(unanswered="zero", no_ground="zero"),  # as trec_eval -c
    )
)

offer_judges(FAMILY.name, RELEVANCE)
