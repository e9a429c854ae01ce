"""How many more topics are needed until the top of a ranking is stable.

The model: a run's score on a topic is the run's worth, plus the topic's effect on all
runs, plus a residual. Worths are normally distributed, with a variance estimated from
the run means minus the part due to chance. The residuals of a whole judged topic are
sampled together, so that runs that fail together also do so in the simulation. The
model assumes that future topics are like those judged (exchangeable), that worths have
no other distribution, and that the labels do not change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.analysis.kernel.rank_correlation import correlations

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

DRAWS = 400
SURE = 0.9
FEWEST = 5  # judged topics, below which there is no result
MOST = 2_000  # topics, beyond which the search ends
COMPLETE = 0.9  # share of runs that a topic must score to be used


class Horizon(NamedTuple):
    """The expected ranking after n topics in all.

    settled: the chance that each of the k runs then at the top is within `places` of
    its place in the ranking by infinitely many topics. tau, tau_ap: the expected
    correlation with that ranking; None if the runs differ only by chance.
    """

    n: int
    settled: float
    tau: float | None
    tau_ap: float | None


class Settling(NamedTuple):
    """How the ranking settles.

    now: today's ranking. needed: the least number of topics in all for which settled
    reaches SURE; None if MOST are too few. path: on the way there. signal: the share of
    the run means' variance that is due to the runs, 0 to 1.
    """

    now: Horizon
    needed: int | None
    path: list[Horizon]
    topics: int
    signal: float

    @property
    def more(self) -> int | None:
        """Return how many more topics are needed; None if too many."""
        return None if self.needed is None else self.needed - self.topics


class _World(NamedTuple):
    """The judged topics, and samples of the runs' true worths.

    means: (runs,), about 0. rests: (topics, runs), the residual of each score without
    its run's and its topic's mean. worths: (draws, runs), sampled given the means.
    """

    means: Floats
    rests: Floats
    worths: Floats
    signal: float


def settling(
    values: Floats, *, top: int, places: int, rng: np.random.Generator
) -> Settling | None:
    """Simulate how many topics are needed for a stable top of a ranking.

    values: (runs, topics), NaN where nothing counts. Topics that score fewer than 9 of
    10 runs are ignored, and so are runs without any value on the others. Single missing
    values are filled with the averages of run and topic. None with fewer than 5 topics
    or 2 runs.
    """
    whole = filled(values)
    runs, topics = whole.shape
    if runs < 2 or topics < FEWEST:
        return None
    world = _world(whole, rng)
    seed = int(rng.integers(2**32))
    top = min(top, runs)

    def chance(n: int) -> float:
        """Return the chance that the top is stable after n topics; deterministic."""
        then = _means_after(world, n, np.random.default_rng(seed))
        return float(_stands(then, world.worths, top=top, places=places).mean())

    needed = _least(chance, topics) if world.signal else None
    path = [
        Horizon(n, chance(n), *_expected(world, n, seed))
        if world.signal
        else Horizon(n, 0.0, None, None)
        for n in _steps(topics, needed)
    ]
    return Settling(path[0], needed, path, topics, world.signal)


def _expected(world: _World, n: int, seed: int) -> tuple[float, float]:
    then = _means_after(world, n, np.random.default_rng(seed))
    found = correlations(then, world.worths)
    return float(found.tau.mean()), float(found.tau_ap.mean())


def filled(values: Floats) -> Floats:
    """Return the topics that score nearly all runs, (runs, topics), filled."""
    known = np.isfinite(values)
    kept = known[:, known.mean(axis=0) >= COMPLETE] if len(values) else known
    some = kept.any(axis=1)
    table = values[:, known.mean(axis=0) >= COMPLETE][some] if len(values) else values
    if not table.size:
        return np.zeros((0, 0))
    holes = np.isnan(table)
    by_run = np.nanmean(table, axis=1, keepdims=True)
    by_topic = np.nanmean(table, axis=0, keepdims=True)
    return np.where(holes, by_run + by_topic - np.nanmean(table), table)


def _world(whole: Floats, rng: np.random.Generator) -> _World:
    runs, topics = whole.shape
    scores = whole - whole.mean(axis=0)
    means = scores.mean(axis=1)
    # Subtracting the means shrinks the residuals; this factor corrects their size.
    rests = (scores - means[:, None]).T * np.sqrt(topics / (topics - 1))
    by_chance = float((rests**2).mean()) / topics * runs / (runs - 1)
    spread = float(means.var(ddof=1))
    own = max(spread - by_chance, 0.0)
    signal = own / (own + by_chance) if own + by_chance else 1.0
    prior = np.sqrt(own) * rng.standard_normal((DRAWS, runs))
    moved = rng.standard_normal((DRAWS, topics)) @ rests / topics
    worths = prior + signal * (means - prior - moved)
    return _World(means, rests, worths, signal)


def _means_after(world: _World, n: int, rng: np.random.Generator) -> Floats:
    """Return the run means after n topics, those judged and some future ones."""
    topics = len(world.rests)
    more = n - topics
    if not more:
        return np.broadcast_to(world.means, world.worths.shape)
    drawn = rng.multinomial(more, np.full(topics, 1 / topics), size=len(world.worths))
    to_come = more * world.worths + drawn @ world.rests
    means: Floats = (topics * world.means + to_come) / n
    return means


def _stands(then: Floats, worths: Floats, *, top: int, places: int) -> Flags:
    """Return for each sample whether the top of a ranking is near its true places."""
    now, true = _places(then), _places(worths)
    off = np.abs(now - true)
    stands: Flags = ((off <= places) | (now >= top)).all(axis=1)
    return stands


def _places(values: Floats) -> Ints:
    order = np.argsort(-values, axis=1, kind="stable")
    places = np.empty(order.shape, dtype=np.int64)
    np.put_along_axis(places, order, np.arange(order.shape[1])[None, :], axis=1)
    return places


def _least(chance: Callable[[int], float], topics: int) -> int | None:
    """Return the least number of topics that makes the chance SURE; None past MOST."""
    low, high = topics, topics
    while chance(high) < SURE:
        if high >= MOST:
            return None
        low, high = high, min(2 * high, MOST)
    while high - low > max(1, low // 50):
        middle = (low + high) // 2
        low, high = (low, middle) if chance(middle) >= SURE else (middle, high)
    return high


def _steps(topics: int, needed: int | None) -> list[int]:
    """Return the numbers of topics for which to show the forecast."""
    end = max(needed or MOST, 2 * topics)
    return sorted({int(step) for step in np.geomspace(topics, end, 9).round()})
