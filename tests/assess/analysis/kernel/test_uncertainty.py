import numpy as np
import pytest
from scipy.stats import bootstrap

from assess.analysis.kernel.uncertainty import (
    SAMPLES,
    Floats,
    percentile_interval,
    resampled_means,
    resamples,
)

NAN = float("nan")

Ends = tuple[float, float]


def rng(seed: int = 7) -> np.random.Generator:
    return np.random.default_rng(seed)


def interval(values: list[float] | Floats, samples: int = SAMPLES) -> Ends:
    """Return one run's interval."""
    drawn = resamples(len(values), samples, rng=rng())
    return percentile_interval(np.asarray(values), drawn)


def test_no_topic_and_one_topic_have_no_interval() -> None:
    assert np.isnan(interval([])).all()
    assert np.isnan(interval([0.5, NAN])).all()


def test_the_same_score_on_all_topics_has_no_interval() -> None:
    assert np.isnan(interval([0.1] * 7)).all()


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
    for values in rng(3).beta(2, 5, size=(3, 40)):
        other = bootstrap(
            (values,), np.mean, n_resamples=20_000, method="percentile", rng=rng(11)
        ).confidence_interval
        found = interval(values, samples=20_000)
        assert found == pytest.approx((other.low, other.high), abs=2e-3)


def test_two_topics_give_the_interval_of_their_four_samples() -> None:
    # Means 0, 1/2, 1/2, 1 each with probability 1/4: 2.5 % is at 0 and at 1.
    assert interval([0.0, 1.0]) == (0.0, 1.0)


def test_intervals_hold_the_true_mean_about_as_often_as_they_say() -> None:
    # 400 campaigns of 50 topics with the true mean 2/7; percentile intervals of a
    # skewed score are a little short, as published (Efron and Tibshirani 1993, 14).
    drawn = resamples(50, SAMPLES, rng=rng(6))
    campaigns = rng(5).beta(2, 5, size=(400, 50))
    ends = [percentile_interval(values, drawn) for values in campaigns]
    held = [low <= 2 / 7 <= high for low, high in ends]
    assert 0.91 <= np.mean(held) <= 0.97
