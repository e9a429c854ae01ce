"""Run means over topics of their own: tau and its interval."""

import numpy as np
import pytest
from scipy.stats import kendalltau, spearmanr

from assess.analysis.kernel.own_means import of_own_means


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def test_each_mean_is_over_the_sides_own_topics() -> None:
    a = rng().random((8, 6))
    b = rng().random((8, 6)) + a
    a[:, 4:], b[:, :2] = np.nan, np.nan
    way = of_own_means(a, b, rng=rng())
    means = np.nanmean(a, axis=1), np.nanmean(b, axis=1)
    assert way.n == 8
    assert way.tau.value == pytest.approx(kendalltau(*means).statistic)
    assert way.rho.value == pytest.approx(spearmanr(*means).statistic)
    low, value, high = (way.tau.low or 0), (way.tau.value or 0), (way.tau.high or 0)
    assert low < value < high


def test_one_number_a_run_does_not_vary() -> None:
    a, b = rng().random(8), rng().random(8)
    way = of_own_means(a, b, rng=rng())
    assert way.tau.value == pytest.approx(kendalltau(a, b).statistic)
    assert way.tau.low is None


def test_a_side_with_topics_gives_the_interval() -> None:
    a = rng().random((8, 6))
    way = of_own_means(a, a.mean(axis=1), rng=rng())
    assert way.tau.value == pytest.approx(1.0)
    assert way.tau.low is not None


def test_a_run_without_a_number_is_left_out() -> None:
    a = np.array([1.0, np.nan, 3.0])
    way = of_own_means(a, np.array([1.0, 2.0, 3.0]), rng=rng())
    assert (way.n, way.left_out) == (2, 1)
    assert way.tau.value == pytest.approx(1.0)


@pytest.mark.parametrize("size", [0, 1])
def test_fewer_than_two_runs_have_no_tau(size: int) -> None:
    way = of_own_means(np.ones(size), np.ones((size, 3)), rng=rng())
    assert way.tau.value is None
