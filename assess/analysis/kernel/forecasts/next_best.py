"""Which topic, or which response, to judge next to learn most about the ranking.

The ranking is the one by the mean over all current topics, judged or not. Where people
have not judged, their score is predicted from the machine's by a straight line, fitted
where both have scores. The uncertainty of a prediction is the residual of the line at
similar machine scores. Judging a topic turns its uncertain scores into known ones.

For two runs, let d be the expected difference of their means and v its variance, a sum
over the unjudged scores of both. Judging a part that contains u of v moves the expected
difference by a normal amount of variance u and leaves v - u. The chance that the two
are then in their true order is 1 - 2 T(d / sqrt(v), sqrt((v - u) / u)), where T is
Owen's function (1956), and the expected tau with the true ranking is the mean over all
pairs of twice that, minus one. The gain of a topic or a response is the increase of
this.

The model assumes that residuals are normal and independent from run to run once a
topic's effect on all runs is removed (which changes no order), and that the topics not
yet judged do not differ from those judged at equal machine scores.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

FEWEST = 20  # scores from both, below which no line is fitted
NEARBY = 40  # scores that determine the uncertainty of one


class Expected(NamedTuple):
    """Predicted scores where people have not judged, (runs, topics).

    means: people's scores, including predictions; NaN if neither judged. variance: 0
    where people judged. slope, intercept: of the line. pairs: the number of scores to
    which it was fitted.
    """

    means: Floats
    variance: Floats
    slope: float
    intercept: float
    pairs: int


class Gain(NamedTuple):
    """The expected increase of tau with the true ranking; n: scores to judge."""

    place: tuple[int, ...]
    gain: float
    n: int


class NextBest(NamedTuple):
    """What to judge next, best first, and the expected tau before."""

    tau: float
    topics: list[Gain]
    responses: list[Gain]
    expected: Expected


def next_best(people: Floats, machine: Floats) -> NextBest | None:
    """Return the expected gain of each unjudged topic and response.

    people, machine: (runs, topics), NaN where nothing counts. None with fewer than 20
    scores from both, fewer than two runs, or nothing left to judge.
    """
    expected = expect(people, machine)
    if expected is None or not (expected.variance > 0).any():
        return None
    world = _Means.of(expected)
    if len(world.means) < 2:
        return None
    before = world.certainty(np.zeros_like(world.variance))
    topics = [world.judged_topic(topic, before) for topic in world.open_topics]
    responses = world.judged_responses()
    return NextBest(
        world.tau(before),
        sorted(topics, key=_best_first),
        sorted(responses, key=_best_first),
        expected,
    )


def _best_first(gain: Gain) -> tuple[float, tuple[int, ...]]:
    return -gain.gain, gain.place


def expect(people: Floats, machine: Floats) -> Expected | None:
    """Predict people's scores from the machine's, by least squares where both exist."""
    known, seen = np.isfinite(people), np.isfinite(machine)
    both = known & seen
    if both.sum() < FEWEST or np.ptp(machine[both]) == 0:
        return None
    slope, intercept = np.polyfit(machine[both], people[both], 1)
    line = intercept + slope * machine
    rests = _without_topics(np.where(both, people - line, np.nan))
    means = np.where(known, people, np.clip(line, 0.0, 1.0))
    variance = np.where(known | ~seen, 0.0, 1.0)
    wanted = variance > 0
    variance[wanted] = _nearby(machine[both], rests[both] ** 2, machine[wanted])
    return Expected(means, variance, float(slope), float(intercept), int(both.sum()))


def _without_topics(rests: Floats) -> Floats:
    """Remove each topic's effect on all runs, preserving the size of the residuals."""
    known = np.isfinite(rests)
    n = np.maximum(known.sum(axis=0), 1)
    means = np.where(known, rests, 0.0).sum(axis=0) / n
    found: Floats = (rests - means) * np.sqrt(n / np.maximum(n - 1, 1))
    return found


def _nearby(at: Floats, squares: Floats, wanted: Floats) -> Floats:
    """Return the mean square of the NEARBY nearest in order of the machine's score."""
    order = np.argsort(at, kind="stable")
    sums = np.concatenate([[0.0], np.cumsum(squares[order])])
    size = min(NEARBY, len(at))
    middle = (
        np.searchsorted(at[order], wanted, "left")
        + np.searchsorted(at[order], wanted, "right")
    ) // 2
    first = np.clip(middle - size // 2, 0, len(at) - size)
    found: Floats = (sums[first + size] - sums[first]) / size
    return found


class _Means(NamedTuple):
    """Means over all topics and their variance, of the runs that have any.

    rows: which runs. means: (runs,). variance: (runs, topics), each score's part in the
    variance of its run's mean.
    """

    rows: NDArray[np.intp]
    means: Floats
    variance: Floats

    @classmethod
    def of(cls, expected: Expected) -> _Means:
        here = np.isfinite(expected.means)
        rows = np.flatnonzero(here.any(axis=1))
        n = here[rows].sum(axis=1)
        means = np.nansum(expected.means[rows], axis=1) / n
        return cls(rows, means, expected.variance[rows] / n[:, None] ** 2)

    @property
    def open_topics(self) -> list[int]:
        return [int(t) for t in np.flatnonzero((self.variance > 0).any(axis=0))]

    def certainty(self, learnt: Floats) -> Floats:
        """Return each pair's chance of the right order once some variance is known."""
        total, known = self.variance.sum(axis=1), learnt.sum(axis=1)
        first, second = np.triu_indices(len(self.means), 1)
        return _rightly(
            self.means[first] - self.means[second],
            total[first] + total[second],
            known[first] + known[second],
        )

    def tau(self, certainty: Floats) -> float:
        return float(2 * certainty.mean() - 1)

    def judged_topic(self, topic: int, before: Floats) -> Gain:
        learnt = np.zeros_like(self.variance)
        learnt[:, topic] = self.variance[:, topic]
        gain = self.tau(self.certainty(learnt)) - self.tau(before)
        return Gain((topic,), gain, int((learnt > 0).sum()))

    def judged_responses(self) -> list[Gain]:
        """Return the gain of each response, from the pairs of its own run only."""
        total = self.variance.sum(axis=1)
        pairs = len(self.means) * (len(self.means) - 1) / 2
        found = []
        for row, run in enumerate(self.rows):
            others = np.arange(len(self.means)) != row
            gaps = (self.means[row] - self.means[others])[:, None]
            whole = (total[row] + total[others])[:, None]
            topics = np.flatnonzero(self.variance[row] > 0)
            learnt = np.broadcast_to(
                self.variance[row, topics], (len(gaps), len(topics))
            )
            after = _rightly(gaps, whole, learnt)
            before = _rightly(gaps, whole, np.zeros(1))
            gains = 2 * (after - before).sum(axis=0) / pairs
            found += [
                Gain((int(run), int(topic)), float(gain), 1)
                for topic, gain in zip(topics, gains, strict=True)
            ]
        return found


def _rightly(gap: Floats, whole: Floats, learnt: Floats) -> Floats:
    """Return the chance that two runs are in their true order; see the module.

    If nothing is uncertain, or all of it is learnt, that is 1.
    """
    shape = np.broadcast_shapes(gap.shape, whole.shape, learnt.shape)
    unsure = np.broadcast_to(whole > 0, shape)
    apart = np.divide(gap, np.sqrt(whole), out=np.zeros(shape), where=unsure)
    left = np.sqrt(np.maximum(whole - learnt, 0.0))
    ratio = np.divide(
        left,
        np.sqrt(learnt),
        out=np.full(shape, np.inf),
        where=np.broadcast_to(learnt > 0, shape),
    )
    from scipy.special import owens_t  # noqa: PLC0415 - it takes 0.2 s to import

    return np.where(unsure, 1.0 - 2.0 * owens_t(apart, ratio), 1.0)
