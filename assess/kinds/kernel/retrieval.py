"""Measures of ranked lists with graded segments (method 8), by trec_eval."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pytrec_eval

Grades = Mapping[str, Mapping[str, int]]  # topic → docid → grade
Lists = dict[str, dict[str, float]]  # topic → docid → score


class Retrieval(NamedTuple):
    """One measure of trec_eval: its name there, and its name in papers.

    gains: any grade above 0 counts, in proportion to its value; otherwise a segment
    counts from the relevance level on. cut: the number of ranks used, None for all.
    """

    name: str
    title: str
    gains: bool
    cut: int | None

    @property
    def needs_relevant(self) -> bool:
        """Return whether the measure needs a relevant segment to be defined."""
        return not self.name.startswith("P_")

    @property
    def lacks(self) -> str:
        """Return what a topic without a value is missing, in words."""
        return "no segment graded above 0" if self.gains else "no relevant segment"

    @property
    def says(self) -> str:
        """Return a description of the measure."""
        if self.gains:
            return f"graded gain over the first {self.cut}, beside the best possible"
        if self.cut is None:
            return _WHOLE[self.name]
        if self.needs_relevant:
            return f"the share of the relevant segments among the first {self.cut}"
        return f"the share of the first {self.cut} that is relevant"


def ndcg(cut: int) -> Retrieval:
    """Return nDCG over the first ranks."""
    return Retrieval(f"ndcg_cut_{cut}", f"nDCG@{cut}", gains=True, cut=cut)


def recall(cut: int) -> Retrieval:
    """Return the share of the relevant segments among the first ranks."""
    return Retrieval(f"recall_{cut}", f"R@{cut}", gains=False, cut=cut)


def precision(cut: int) -> Retrieval:
    """Return the share of the first ranks that is relevant."""
    return Retrieval(f"P_{cut}", f"P@{cut}", gains=False, cut=cut)


AVERAGE_PRECISION = Retrieval("map", "mAP", gains=False, cut=None)
R_PRECISION = Retrieval("Rprec", "R-precision", gains=False, cut=None)
RECIPROCAL_RANK = Retrieval("recip_rank", "Reciprocal rank", gains=False, cut=None)
# Measures without a cut, in words.
_WHOLE = {
    "map": "precision, averaged over the ranks of the relevant segments",
    "Rprec": "precision at as many ranks as there are relevant segments",
    "recip_rank": "one by the rank of the first relevant segment",
}
# What each year's track reports, by the form of its topics.
REPORTED: dict[str, tuple[Retrieval, ...]] = {
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


class Evaluation:
    """Grades with which any number of runs can be scored; they are prepared once."""

    def __init__(
        self, grades: Grades, measures: Sequence[Retrieval], *, level: int
    ) -> None:
        """Store the measures and the grade from which a segment is relevant, from 1."""
        self._measures = measures
        self._evaluator = pytrec_eval.RelevanceEvaluator(
            {topic: dict(own) for topic, own in grades.items()},
            {_asked(measure) for measure in measures},
            relevance_level=level,
        )

    def score(self, lists: Lists) -> dict[str, list[float]]:
        """Return a run's values by topic, for the topics that it and the grades have.

        Ranks are computed from the scores, ties by docid from the last to the first, as
        trec_eval does.
        """
        found = self._evaluator.evaluate(lists)
        names = [measure.name for measure in self._measures]
        return {
            topic: [values[name] for name in names] for topic, values in found.items()
        }


def _asked(measure: Retrieval) -> str:
    if measure.cut is None:
        return measure.name
    return f"{measure.name.removesuffix(f'_{measure.cut}')}.{measure.cut}"


def has_ground(measure: Retrieval, grades: Iterable[int], *, level: int) -> bool:
    """Return whether a measure of a topic with these grades can differ from 0."""
    least = 1 if measure.gains else level
    return not measure.needs_relevant or any(grade >= least for grade in grades)


def top(docids: Sequence[str], scores: Sequence[float], depth: int | None) -> list[str]:
    """Return the first docids, None for all, as trec_eval ranks them: by C's floats."""
    held = np.asarray(scores, dtype=np.float32)
    if len(held) < 2 or bool((held[1:] < held[:-1]).all()):
        return list(docids[:depth])
    ranked = sorted(zip(held.tolist(), docids, strict=True), reverse=True)
    return [docid for _, docid in ranked[:depth]]


def unjudged_share(ranked: Sequence[str], judged: Mapping[str, int]) -> float | None:
    """Return the share of some ranks that nobody judged; None without ranks."""
    if not ranked:
        return None
    return sum(docid not in judged for docid in ranked) / len(ranked)
