"""The three ways to correlate two conditions, and their intervals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import kendalltau, spearmanr

from assess.analysis.kernel.condition_agreement import Estimate, three_ways
from assess.analysis.kernel.pooled_pairs import pooled_rhos, pooled_sums, pooled_taus
from assess.analysis.kernel.rank_correlation import correlations

NAN = math.nan
Floats = np.ndarray


def _rng() -> np.random.Generator:
    return np.random.default_rng(7)


def test_the_three_ways_on_two_topics() -> None:
    a = np.array([[0.1, 0.9], [0.2, 0.4]])
    b = np.array([[0.3, 0.7], [0.5, 0.7]])
    found = three_ways(a, b, rng=_rng())
    assert found.run_means.tau.value == pytest.approx(-1.0)
    assert (found.per_topic.n, found.per_topic.left_out) == (1, 1)
    assert (found.per_topic.equal, found.per_topic.valueless) == (1, 0)
    assert found.per_topic.tau.value == pytest.approx(1.0)
    # r1 s1 against both of topic 2 and each other: 5 concordant, one pair tied in b.
    assert found.all_pairs.n == 4
    assert found.all_pairs.tau.value == pytest.approx(5 / 30**0.5)
    assert found.all_pairs.tau_ap == Estimate(None)


def test_run_means_rest_on_the_topics_of_both() -> None:
    a = np.array([[0.1, 1.0], [0.2, NAN]])
    b = np.array([[0.1, NAN], [0.2, 0.0]])
    found = three_ways(a, b, rng=_rng())
    assert found.run_means.tau.value == pytest.approx(1.0)
    assert found.all_pairs.left_out == 2
    assert found.per_topic.left_out == 1


@pytest.mark.parametrize("shape", [(0, 0), (3, 0), (0, 4)])
def test_without_pairs_all_three_are_undefined(shape: tuple[int, int]) -> None:
    found = three_ways(np.zeros(shape), np.zeros(shape), rng=_rng())
    assert all(way.tau == Estimate(None) and way.n == 0 for way in found)


def test_pooled_pairs_drawn_again_are_scipys_of_the_repeated_pairs() -> None:
    rng = _rng()
    a, b = rng.integers(0, 9, (2, 12, 7)) / 8
    holes = rng.random(a.shape) < 0.1
    a[holes] = b[holes] = NAN
    weights = np.array([[1.0] * 7, [2, 0, 1, 3, 0, 0, 1]])
    taus, rhos = pooled_taus(pooled_sums(a, b), weights), pooled_rhos(a, b, weights)
    for row, tau, rho in zip(weights.astype(int), taus, rhos, strict=True):
        topics = np.repeat(np.arange(7), row)
        x, y = (each[:, topics][np.isfinite(each[:, topics])] for each in (a, b))
        assert tau == pytest.approx(kendalltau(x, y).statistic, abs=1e-9)
        assert rho == pytest.approx(spearmanr(x, y).statistic, abs=1e-9)


def test_samples_that_do_not_differ_are_no_interval() -> None:
    a = np.array([[0.1] * 9, [0.2] * 9])
    tau = three_ways(a, a, rng=_rng()).run_means.tau
    assert tau.value == pytest.approx(1.0)
    assert tau.low is tau.high is None


def test_the_same_seed_gives_the_same_intervals() -> None:
    rng = _rng()
    a, b = rng.random((2, 8, 12))
    assert three_ways(a, b, rng=_rng()) == three_ways(a, b, rng=_rng())


def test_an_interval_holds_its_estimate_and_narrows_with_topics() -> None:
    rng = _rng()
    worth = rng.normal(0.5, 0.1, 25)

    def width(topics: int) -> float:
        a = worth[:, None] + rng.normal(0, 0.2, (25, topics))
        b = worth[:, None] + rng.normal(0, 0.2, (25, topics))
        tau = three_ways(a, b, rng=rng, samples=300).run_means.tau
        assert tau.value is not None
        assert tau.low is not None
        assert tau.high is not None
        assert tau.low <= tau.value <= tau.high
        return tau.high - tau.low

    assert width(80) < 0.7 * width(12)


@pytest.mark.parametrize(("topics", "least"), [(8, 0.8), (30, 0.87)])
def test_the_interval_holds_the_tau_of_as_many_other_topics(
    topics: int, least: float
) -> None:
    """Over 100 campaigns whose expected tau is known from 200 others each."""
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(100):
        worth = rng.normal(0, 0.1, 20)
        other = 0.9 * worth + 0.45 * rng.normal(0, 0.1, 20)

        def means(side: Floats, many: int) -> Floats:
            rests = rng.normal(0, 0.2 / math.sqrt(topics), (many, 20))
            return side + rests

        expected = correlations(means(worth, 200), means(other, 200)).tau.mean()
        a = worth[:, None] + rng.normal(0, 0.2, (20, topics))
        b = other[:, None] + rng.normal(0, 0.2, (20, topics))
        tau = three_ways(a, b, rng=rng, samples=200).run_means.tau
        assert tau.low is not None
        assert tau.high is not None
        hits += tau.low <= expected <= tau.high
    assert hits / 100 >= least


def test_topics_without_a_value_are_not_drawn() -> None:
    """They change nothing: the intervals are the same without them."""
    rng = np.random.default_rng(3)
    a, b = rng.random((2, 8, 12))
    there = three_ways(a, b, rng=_rng())
    empty = np.full((8, 30), NAN)
    wide = three_ways(np.hstack([empty, a]), np.hstack([empty, b]), rng=_rng())
    assert wide.run_means == there.run_means
    assert wide.all_pairs == there.all_pairs
    assert wide.per_topic.tau == pytest.approx(there.per_topic.tau)
    assert (wide.per_topic.n, wide.per_topic.left_out) == (12, 30)


def test_a_topic_with_values_on_one_side_alone_is_not_drawn() -> None:
    rng = np.random.default_rng(3)
    a, b = rng.random((2, 8, 12))
    more = np.hstack([a, rng.random((8, 5))]), np.hstack([b, np.full((8, 5), NAN)])
    there, wide = (three_ways(*pair, rng=_rng()) for pair in ((a, b), more))
    assert wide.run_means.tau == there.run_means.tau
