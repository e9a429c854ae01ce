import numpy as np
import pytest
from scipy.stats import bootstrap

from assess.kernel.uncertainty import (
    bootstrap_intervals,
    percentile_interval,
    resampled_means,
    resamples,
)

NAN = float("nan")


def rng(seed: int = 7) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_no_run_and_no_topic_have_no_interval() -> None:
    assert bootstrap_intervals(np.zeros((0, 5)), rng=rng()).low.shape == (0,)
    found = bootstrap_intervals(np.zeros((2, 0)), rng=rng())
    assert np.isnan(found.low).all()
    assert found.n.tolist() == [0, 0]


def test_one_topic_gives_no_interval() -> None:
    found = bootstrap_intervals(np.array([[0.5, NAN], [0.5, 0.5]]), rng=rng())
    assert np.isnan([found.low[0], found.high[0]]).all()
    assert (found.low[1], found.high[1]) == (0.5, 0.5)
    assert found.n.tolist() == [1, 2]


def test_each_sample_draws_as_many_topics_as_there_are() -> None:
    drawn = resamples(6, 50, rng=rng())
    assert drawn.shape == (50, 6)
    assert (drawn.sum(axis=1) == 6).all()


def test_a_mean_is_over_the_runs_own_drawn_topics() -> None:
    values = np.array([[0.2, 0.4, NAN], [NAN, NAN, 1.0]])
    drawn = np.array([[1.0, 2.0, 0.0], [0.0, 0.0, 3.0]])
    found = resampled_means(values, drawn)
    assert found[0, 0] == pytest.approx((0.2 + 2 * 0.4) / 3)
    assert found[1, 1] == 1.0
    assert np.isnan([found[0, 1], found[1, 0]]).all()


def test_the_interval_is_scipys_percentile_bootstrap() -> None:
    values = rng(3).beta(2, 5, size=(3, 40))
    found = bootstrap_intervals(values, rng=rng(), samples=20_000)
    for row in range(3):
        other = bootstrap(
            (values[row],),
            np.mean,
            n_resamples=20_000,
            method="percentile",
            rng=rng(11),
        ).confidence_interval
        assert found.low[row] == pytest.approx(other.low, abs=2e-3)
        assert found.high[row] == pytest.approx(other.high, abs=2e-3)


def test_two_topics_give_the_interval_of_their_four_samples() -> None:
    # Means 0, 1/2, 1/2, 1 each with probability 1/4: 2.5 % lies at 0 and at 1.
    found = bootstrap_intervals(np.array([[0.0, 1.0]]), rng=rng())
    assert (found.low[0], found.high[0]) == (0.0, 1.0)


def test_intervals_hold_the_true_mean_about_as_often_as_they_say() -> None:
    # 400 campaigns of 50 topics with the true mean 2/7; percentile intervals of a
    # skewed score are a little short, as published (Efron and Tibshirani 1993, 14).
    values = rng(5).beta(2, 5, size=(400, 50))
    found = bootstrap_intervals(values, rng=rng(6))
    held = (found.low <= 2 / 7) & (found.high >= 2 / 7)
    assert 0.91 <= held.mean() <= 0.97


def test_the_same_seed_gives_the_same_interval() -> None:
    values = rng(1).random((4, 9))
    first = bootstrap_intervals(values, rng=rng(2))
    again = bootstrap_intervals(values, rng=rng(2))
    assert (first.low == again.low).all()
    assert (first.high == again.high).all()


def test_an_interval_is_the_same_whatever_runs_are_beside_it() -> None:
    values = rng(8).random((6, 11))
    drawn = resamples(11, 2_000, rng=rng(2))
    found = bootstrap_intervals(values, rng=rng(2))
    for row in range(6):
        own = percentile_interval(values[row], drawn)
        assert own == (found.low[row], found.high[row])
