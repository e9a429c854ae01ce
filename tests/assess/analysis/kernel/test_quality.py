"""Stretches, and the intervals of a share, a median and a pooled agreement."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom
from statsmodels.stats.proportion import proportion_confint

from assess.analysis.kernel.quality import middle, pooled, stretches
from assess.judging.kernel.agreement import Clusters, Measured, wilson
from tests.two_judges import agree

RNG = 7


@pytest.mark.parametrize(
    ("n", "lengths"),
    [(0, []), (1, [1]), (39, [39]), (40, [20, 20]), (65, [21, 22, 22])],
)
def test_labels_are_cut_into_stretches_of_equal_length(
    n: int, lengths: list[int]
) -> None:
    assert [len(each) for each in stretches(n)] == lengths


@given(st.integers(0, 5_000))
def test_stretches_hold_each_label_once_in_order(n: int) -> None:
    found = stretches(n)
    assert [place for each in found for place in each] == list(range(n))
    assert len(found) <= 10
    assert all(len(each) >= 20 for each in found) or n < 40


def test_a_share_of_nothing_is_undefined() -> None:
    assert wilson(0, 0) == Measured(None)


@pytest.mark.parametrize(("hits", "n"), [(0, 3), (3, 3), (8, 10), (41, 97)])
def test_a_share_has_wilson_s_interval_as_statsmodels_has_it(hits: int, n: int) -> None:
    found = wilson(hits, n)
    ends = proportion_confint(hits, n, method="wilson")
    assert found.value == hits / n
    assert (found.low, found.high) == pytest.approx(ends, abs=1e-12)


def test_the_median_of_few_has_no_interval() -> None:
    assert middle([]) == Measured(None)
    assert middle([4.0, 1.0, 2.0, 9.0, 3.0]) == Measured(3.0)


# From the k-th to the (n + 1 - k)-th: tables of the sign test, 95 %.
@pytest.mark.parametrize(("n", "k"), [(6, 1), (10, 2), (20, 6), (100, 40)])
def test_the_interval_of_a_median_is_of_order_statistics(n: int, k: int) -> None:
    found = middle([float(each) for each in range(n, 0, -1)])
    assert found == Measured((n + 1) / 2, k, n + 1 - k)


def test_the_order_statistics_are_the_binomials() -> None:
    sizes = range(6, 2_000)
    found = [middle(range(1, n + 1)).low for n in sizes]
    assert found == [binom.ppf(0.025, n, 0.5) for n in sizes]


def whole(of: list[int]) -> Clusters:
    times = np.ones(len(set(of)), np.int64)
    return Clusters(np.array(of, dtype=np.int64), times, by_topic=True)


def test_no_pairs_agree_in_no_way() -> None:
    codes, drawn = np.zeros((0, 2), np.int64), whole([])
    rng = np.random.default_rng(RNG)
    found = pooled(codes, drawn, size=3, items=0, rng=rng)
    assert found == (Measured(None), Measured(None))


def test_pooled_pairs_are_one_table() -> None:
    pairs = [("0", "0"), ("1", "1"), ("2", "1"), ("0", "0"), ("2", "2")]
    codes = np.array([[int(a), int(b)] for a, b in pairs])
    drawn = whole([0, 0, 1, 1, 2])
    rng = np.random.default_rng(RNG)
    agreement, kappa = pooled(codes, drawn, size=3, items=4, rng=rng)
    found = agree(pairs, ["0", "1", "2"])
    assert (agreement.value, kappa.value) == (found.agreement, found.kappa)
    assert agreement.low == 0.5  # the second of three, repeatedly
    assert agreement.high == 1.0


def test_pairs_of_one_topic_have_no_interval_over_topics() -> None:
    codes, drawn = np.array([[0, 0], [1, 0]]), whole([0, 0])
    rng = np.random.default_rng(RNG)
    agreement, _kappa = pooled(codes, drawn, size=2, items=2, rng=rng)
    assert agreement == Measured(0.5)


def test_pairs_that_all_agree_are_no_certainty() -> None:
    codes, drawn = np.array([[0, 0], [1, 1]] * 4), whole([0, 0, 1, 1, 2, 2, 3, 3])
    rng = np.random.default_rng(RNG)
    agreement, kappa = pooled(codes, drawn, size=2, items=6, rng=rng)
    assert agreement == wilson(6, 6)  # two of its six items have two pairs
    assert kappa == Measured(1.0)
