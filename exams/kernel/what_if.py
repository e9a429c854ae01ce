"""What would change on a topic if its questions were others, by the grades at hand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exams.kernel.grades import UNGRADED, Grades, Labels, labels_of

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


class TopicChange(NamedTuple):
    """The passages' labels before and after, and the questions that gave the old ones.

    held: per passage, the place of the first question with the label that goes, -1
    where the label stays.
    """

    before: Labels
    after: Labels
    held: Ints

    @property
    def changed(self) -> Flags:
        """Return which passages' labels change."""
        return np.not_equal(self.before, self.after)

    def crossed(self, tau: int) -> Flags:
        """Return which passages' labels cross a threshold, either way."""
        return np.not_equal(self.before >= tau, self.after >= tau)


def change_of(grades: Grades, before: Flags, after: Flags) -> TopicChange:
    """Return the change on one topic.

    grades: all questions that were or will be listed. before, after: which of them are
    active.
    """
    old, new = labels_of(grades[:, before]), labels_of(grades[:, after])
    places = np.flatnonzero(before)
    held = np.full(len(grades), UNGRADED, dtype=np.int64)
    moved = old != new
    if len(places) and moved.any():
        held[moved] = places[grades[np.ix_(moved, before)].argmax(axis=1)]
    return TopicChange(old, new, held)


def calls_needed(grades: Grades, new: Flags) -> int:
    """Return how many pairs of a passage and a new question are still ungraded."""
    return int((grades[:, new] == UNGRADED).sum())


def moved_ranks(
    before: dict[str, float], after: dict[str, float]
) -> dict[str, tuple[int, int]]:
    """Return each run's rank in both boards, 1 for the best; ties share a rank."""
    return {run: (_rank(run, before), _rank(run, after)) for run in before}


def _rank(run: str, board: dict[str, float]) -> int:
    own = round(board[run], 12)
    return 1 + sum(round(score, 12) > own for score in board.values())
