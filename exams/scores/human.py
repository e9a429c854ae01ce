"""Passages' labels compared with people's relevance, over a bank's topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.judging.labels.overlap import judges_behind
from assess.judging.labels.reader import label_columns
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from exams.kernel.grades import TAUS, UNGRADED, Labels, Variant, labels_of
from exams.kernel.relevance import Cut, cuts
from exams.scores.grades import BankGrades
from runs.models import Track

Ints = NDArray[np.int64]


class Human(NamedTuple):
    """People's grades: by topic, one for each row of its matrix, UNGRADED without.

    others: how many graded segments are no passages of these topics.
    """

    rows: Mapping[int, Labels]
    others: int = 0


def human_grades(bank: BankGrades, judge: Judge, *, lowest: bool = False) -> Human:
    """Return a judge's relevance of a bank's passages.

    lowest: of a panel, the lowest of its members' grades instead of its own label.
    """
    members = judges_behind(judge) if lowest else [judge]
    found = {
        topic: np.full(len(bank.passages[topic].firsts), UNGRADED, dtype=np.int8)
        for topic in bank.questions
    }
    scale = [int(value) for value in RELEVANCE.values(bank.basis.bank.track)]
    others = 0
    for member in members:
        given = label_columns(member, RELEVANCE)
        for (topic, segment), place in zip(
            given.items.tolist(), given.values.tolist(), strict=True
        ):
            if topic not in found or place >= len(scale):
                continue
            row = bank.passages[topic].by_segment.get(segment)
            if row is None:
                others += 1
                continue
            own = found[topic]
            same = own[row] == UNGRADED
            own[row] = scale[place] if same else min(own[row], scale[place])
    return Human(found, others)


def levels_of(track: Track) -> list[int]:
    """Return the cuts of human grades: each grade above the lowest."""
    return [int(value) for value in RELEVANCE.values(track)][1:]


def agreement(
    labels: Mapping[int, Labels],
    human: Human,
    *,
    levels: Sequence[int],
    taus: Sequence[int] = TAUS,
) -> list[Cut]:
    """Return the agreement at each pair of cuts, over all topics."""
    topics = list(labels)
    nothing = np.empty(0, dtype=np.int8)
    ours = np.concatenate([nothing, *(labels[topic] for topic in topics)])
    theirs = np.concatenate([nothing, *(human.rows[topic] for topic in topics)])
    found = cuts(ours, theirs, taus, levels)
    return [each._replace(no_label=each.no_label + human.others) for each in found]


def bank_labels(
    bank: BankGrades, variant: Variant = "best", *, tau: int = 0
) -> dict[int, Labels]:
    """Return the labels of each topic's passages."""
    return {
        topic: labels_of(own.grades, variant, tau=tau)
        for topic, own in bank.topics.items()
    }


def counts_of(values: NDArray[np.int8]) -> dict[str, int]:
    """Return how many passages, or pairs, have each grade; ungraded ones none."""
    known = values[values != UNGRADED]
    numbers = np.bincount(known.astype(np.int64).ravel(), minlength=6)
    return {str(grade): int(number) for grade, number in enumerate(numbers)}
