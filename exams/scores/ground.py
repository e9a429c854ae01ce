"""The ground of exam scores, from which kept scores are computed and mended."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from django.db.models import Count, Max, QuerySet

from assess.analysis.scores.grids import SCORED, GridPart
from assess.judging.kinds import Kind
from assess.judging.models import Judge
from exams.grading.kind import EXAM
from exams.kernel.cover import Flags, covers, pool_covers
from exams.kernel.grades import TAUS, UNGRADED, labels_of
from exams.kernel.rankings import by_gain, by_level, labels_at, padded
from exams.models import ExamLabel, ExamPassage
from exams.scores.basis import Basis
from exams.scores.grades import BankGrades, TopicGrades, versions_of
from exams.scores.measures import BY_GAIN, BY_LEVEL, MEASURES
from exams.scores.runs import RunOnTopic, by_topic, runs_on

Floats = np.ndarray[Any, np.dtype[np.float64]]
LONGEST = 1 << 31  # ranks of a list


class ExamGround:
    """The ground of exam scores: a bank, a judge, and the track's runs."""

    kind: Kind = EXAM
    beside: tuple[Kind, ...] = ()

    def __init__(self, basis: Basis) -> None:
        self.basis = basis

    @property
    def judge(self) -> Judge:
        """Return the judge of the grades."""
        return self.basis.judge

    def stamp(self) -> Hashable:
        """Return the versions, the passages, and how passages get their labels."""
        passages = ExamPassage.objects.filter(topic__track=self.basis.bank.track_id)
        known = tuple(passages.aggregate(Count("pk"), Max("pk")).values())
        basis = self.basis
        return (
            str(basis.bank.uuid),
            tuple(versions_of(basis)),
            known,
            basis.variant,
            basis.depth,
        )

    def whole(self) -> GridPart:
        """Score every run on every topic with a version and a grade."""
        return part_of_bank(BankGrades(self.basis))

    def again(self, labels: Sequence[int]) -> GridPart:
        """Score the topics of some labels."""
        given: QuerySet[Any] = ExamLabel.objects.filter(pk__in=labels)
        topics = set(given.values_list(EXAM.topic, flat=True))
        return part_of_bank(BankGrades(self.basis, topics))


def part_of_bank(
    bank: BankGrades, topics: Mapping[int, TopicGrades] | None = None
) -> GridPart:
    """Return the scores of every run on some topics, by default the graded ones."""
    graded = topics or {t: own for t, own in bank.topics.items() if own.graded}
    pooled = {topic: pool_covers(own.grades, TAUS) for topic, own in graded.items()}
    rows: list[RunOnTopic] = []
    parts = [np.empty((len(MEASURES), 0))]
    for topic, own in by_topic(runs_on(bank, list(graded))).items():
        rows += own
        parts.append(_values(bank, graded[topic], pooled[topic], own))
    numbers = np.array(list(graded), dtype=np.int64)
    return GridPart(
        runs=np.array([row.run for row in rows], dtype=np.int64),
        topics=np.array([row.topic for row in rows], dtype=np.int64),
        values=np.hstack(parts),
        states=np.full(len(rows), SCORED, dtype=np.int8),
        words=np.array([row.words or np.nan for row in rows], dtype=np.float64),
        ground_topics=numbers,
        grounds=_grounds([pooled[topic].any(axis=1) for topic in graded]),
        judged=np.ones(len(numbers), dtype=bool),
    )


def _values(
    bank: BankGrades, own: TopicGrades, pooled: Flags, rows: Sequence[RunOnTopic]
) -> Floats:
    """Return all measures of the runs on one topic, (measures, runs)."""
    depth = bank.basis.depth
    first = padded([row.rows for row in rows], depth)
    sizes = np.array([len(row.rows[:depth]) for row in rows])
    there = np.arange(first.shape[1]) < sizes[:, None]
    nobody = np.full((1, own.grades.shape[1]), UNGRADED, dtype=np.int8)
    found = covers(np.vstack([own.grades, nobody])[first], there, pooled, TAUS)
    each = np.stack([found.lower, found.of_pool, found.upper], axis=2)
    values = [*each.reshape(len(rows), -1).T]
    return np.array([*values, *_qrels(bank, own, rows), found.ungraded])


def _qrels(
    bank: BankGrades, own: TopicGrades, rows: Sequence[RunOnTopic]
) -> list[Floats]:
    """Return the measures by passages' labels, as MEASURES has them."""
    labels = labels_of(own.grades, bank.basis.variant)
    pool = labels[bank.passages[own.topic].documents]
    ranked = padded([row.ranked for row in rows], LONGEST)
    found = labels_at(labels, ranked)
    levels = [by_level(found, pool, tau) for tau in TAUS]
    gains = by_gain(found, pool)
    return [
        *(level[each.name] for level in levels for each in BY_LEVEL),
        *(gains[each.name] for each in BY_GAIN),
    ]


def _grounds(covered: Sequence[Any]) -> Any:  # noqa: ANN401 - an array of flags
    """Return where measures are defined: nCover where the pool covers a question."""
    grounds = np.ones((len(MEASURES), len(covered)), dtype=bool)
    for topic, own in enumerate(covered):
        for place in range(len(TAUS)):
            grounds[3 * place + 1, topic] = own[place]
    return grounds
