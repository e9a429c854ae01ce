"""What would change if a bank's questions were others, by the grades at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assess.analysis.kernel.rank_agreement import RankAgreement, rank_agreement
from assess.analysis.scores.arrays import Scored, narrowed
from assess.judging.models import Judge
from exams.kernel.grades import TAUS, UNGRADED, Labels
from exams.kernel.relevance import Cut
from exams.kernel.what_if import TopicChange, calls_needed, change_of, moved_ranks
from exams.models import QuestionListing
from exams.scores.basis import Basis
from exams.scores.grades import BankGrades, TopicGrades
from exams.scores.ground import part_of_bank
from exams.scores.human import agreement, bank_labels, human_grades, levels_of
from exams.scores.scoring import score_edited, score_exams
from exams.scores.summary import RunScores, summaries

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Pending:
    """One topic's list as it would be: questions that would be active, and new ones.

    active: row numbers of existing questions. new: how many that no row has yet.
    """

    active: frozenset[int]
    new: int = 0


class WhatIf:
    """The effect of pending lists on labels, scores, ranks and agreement."""

    def __init__(self, basis: Basis, pending: Mapping[int, Pending]) -> None:
        """Take the pending lists by topic; topics without one stay as they are."""
        self.basis = basis
        self.pending = pending

    @cached_property
    def bank(self) -> BankGrades:
        """Return the grades of the bank as it is."""
        return BankGrades(self.basis)

    @cached_property
    def whole(self) -> BankGrades:
        """Return the grades of the changed topics, withdrawn questions included."""
        more = {topic: sorted(own.active) for topic, own in self.pending.items()}
        return BankGrades(
            self.basis, list(self.pending), with_withdrawn=True, more=more
        )

    @cached_property
    def _active(self) -> Mapping[int, set[int]]:
        """Return the questions that are active now, by topic."""
        current = self.basis.bank.versions.current()
        versions = current.filter(topic__in=list(self.pending))
        rows = QuestionListing.objects.filter(version__in=versions, withdrawn=False)
        found: dict[int, set[int]] = {topic: set() for topic in self.pending}
        for topic, question in rows.values_list("version__topic", "question"):
            found[topic].add(question)
        return found

    @cached_property
    def changes(self) -> dict[int, TopicChange]:
        """Return the change of the labels of each topic with a pending list."""
        return {
            topic: change_of(
                own.grades,
                _flags(own, self._active[topic]),
                _flags(own, self.pending[topic].active),
            )
            for topic, own in self.whole.topics.items()
        }

    @cached_property
    def calls(self) -> int:
        """Return the calls that would grade the new and the restored questions."""
        number = 0
        for topic, own in self.whole.topics.items():
            pending = self.pending[topic]
            added = pending.active - self._active[topic]
            number += calls_needed(own.grades, _flags(own, added))
            number += pending.new * len(own.passages)
        return number

    @cached_property
    def scored(self) -> Scored:
        """Return the scores as they are."""
        return score_exams(self.basis)

    @cached_property
    def scored_after(self) -> Scored:
        """Return the scores as they would be; a topic without questions is left out."""
        edited = {
            topic: own
            for topic, each in self.whole.topics.items()
            if (own := _edited(each, self.pending[topic])).grades.shape[1]
        }
        known = {topic.pk for topic in self.scored.topics}
        gone = [
            topic
            for topic in self.scored.topics
            if topic.pk in self.pending and topic.pk not in edited
        ]
        kept = [topic for topic in self.scored.topics if topic not in gone]
        touched = {topic: own for topic, own in edited.items() if topic in known}
        after = self.scored
        if touched:
            after = score_edited(self.basis, part_of_bank(self.whole, touched))
        return narrowed(after, topics=kept)

    @cached_property
    def before(self) -> list[RunScores]:
        """Return the runs' scores as they are."""
        return summaries(self.scored)

    @cached_property
    def after(self) -> list[RunScores]:
        """Return the runs' scores as they would be."""
        return summaries(self.scored_after)

    def cover(self, tau: int) -> tuple[dict[str, float], dict[str, float]]:
        """Return the runs' Cover before and after."""
        return _covers(self.before, tau), _covers(self.after, tau)

    def ranks(self, tau: int) -> dict[str, tuple[int, int]]:
        """Return each run's rank by Cover before and after."""
        return moved_ranks(*self.cover(tau))

    def alike(self, tau: int) -> RankAgreement:
        """Return how alike the two boards rank the runs by Cover."""
        return rank_agreement(*self.cover(tau))

    def labels(self) -> tuple[dict[int, Labels], dict[int, Labels]]:
        """Return the labels of every topic before and after."""
        before = bank_labels(self.bank)
        changed = {topic: each.after for topic, each in self.changes.items()}
        return before, before | changed

    def cuts(self, relevance: Judge) -> tuple[list[Cut], list[Cut]]:
        """Return the agreement with people's relevance before and after."""
        human = human_grades(self.bank, relevance)
        levels = levels_of(self.basis.bank.track)
        before, after = self.labels()
        return (
            agreement(before, human, levels=levels),
            agreement(after, human, levels=levels),
        )

    @property
    def changed(self) -> int:
        """Return how many labels would change."""
        return sum(int(each.changed.sum()) for each in self.changes.values())

    @property
    def crossed(self) -> dict[int, int]:
        """Return how many labels would cross each threshold."""
        return {
            tau: sum(int(each.crossed(tau).sum()) for each in self.changes.values())
            for tau in TAUS
        }


def _flags(own: TopicGrades, questions: set[int] | frozenset[int]) -> Flags:
    return np.array([int(each) in questions for each in own.questions], dtype=bool)


def _edited(own: TopicGrades, pending: Pending) -> TopicGrades:
    """Return a topic's grades as they would be; a new question is ungraded."""
    kept = _flags(own, pending.active)
    new = np.full((len(own.passages), pending.new), UNGRADED, dtype=np.int8)
    questions = np.concatenate(
        [own.questions[kept], np.arange(-pending.new, 0, dtype=np.int64)]
    )
    return TopicGrades(
        own.topic, questions, own.passages, np.hstack([own.grades[:, kept], new])
    )


def _covers(rows: Sequence[RunScores], tau: int) -> dict[str, float]:
    return {each.run.name: each.taus[tau].cover.mean or 0.0 for each in rows}


def withdrawing(basis: Basis, questions: Sequence[int]) -> dict[int, Pending]:
    """Return the pending lists without some questions, of the topics that have them."""
    current = basis.bank.versions.current()
    rows = QuestionListing.objects.filter(version__in=current, withdrawn=False)
    lists: dict[int, set[int]] = {}
    for topic, question in rows.values_list("version__topic", "question"):
        lists.setdefault(topic, set()).add(question)
    gone = set(questions)
    return {
        topic: Pending(frozenset(own - gone))
        for topic, own in lists.items()
        if own & gone
    }
