"""Tau and kappa by the topics judged so far."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import kendalltau

from assess.analysis.kernel.forecasts.growth import (
    in_order,
    kappa_growth,
    places_of,
    tau_growth,
)
from assess.judging.kernel.agreement.kappa import kappas


def _rng() -> np.random.Generator:
    return np.random.default_rng(5)


@pytest.mark.parametrize(
    ("topics", "first", "last"),
    [(2, 2, 2), (14, 2, 14), (105, 2, 105), (1000, 2, 1000)],
)
def test_it_looks_at_few_places_up_to_all_topics(
    topics: int, first: int, last: int
) -> None:
    places = places_of(topics)
    assert (places[0], places[-1]) == (first, last)
    assert len(places) <= 14


def test_one_topic_is_no_curve() -> None:
    assert places_of(1) == []
    assert tau_growth(np.zeros((3, 1)), np.zeros((3, 1)), rng=_rng()) == []
    assert kappa_growth(np.zeros((0, 2, 2), dtype=np.int64), rng=_rng()) == []


def test_tau_grows_in_the_order_given_and_ends_at_the_whole() -> None:
    rng = _rng()
    a, b = rng.random((2, 10, 9))
    grown = tau_growth(a, b, rng=rng)
    assert [each.topics for each in grown] == list(range(2, 10))
    for each in grown:
        n = each.topics
        expected = kendalltau(a[:, :n].mean(axis=1), b[:, :n].mean(axis=1)).statistic
        assert each.so_far.value == pytest.approx(expected, abs=1e-9)
    assert grown[-1].any_order == pytest.approx(grown[-1].so_far.value)


def test_kappa_grows_by_whole_topics() -> None:
    tables = np.array([[[3, 1], [0, 2]], [[1, 1], [1, 1]], [[5, 0], [0, 5]]])
    grown = kappa_growth(tables, rng=_rng())
    assert [each.topics for each in grown] == [2, 3]
    assert grown[0].so_far.value == pytest.approx(kappas(tables[:2].sum(axis=0)))
    assert grown[1].so_far.value == pytest.approx(kappas(tables.sum(axis=0)))
    assert grown[1].so_far.low is None
    longer = kappa_growth(np.concatenate([tables] * 3), rng=_rng())[-1].so_far
    assert longer.low is not None
    assert longer.high is not None
    assert -1 <= longer.low <= longer.high <= 1


def test_a_condition_without_an_order_yet_is_undefined_not_nothing() -> None:
    a = np.array([[0.5, 0.5, 0.1], [0.5, 0.5, 0.9], [0.5, 0.5, 0.2]])
    grown = tau_growth(a, a, rng=_rng())
    assert grown[0].so_far.value is None
    assert grown[1].so_far.value == pytest.approx(1.0)


def test_what_has_no_time_comes_last_in_its_own_order() -> None:
    assert in_order([3, None, 1, None, 2]) == [2, 4, 0, 1, 3]


def test_holes_are_no_scores() -> None:
    a = np.array([[0.1, math.nan], [0.2, 0.3], [0.3, 0.4]])
    assert tau_growth(a, a, rng=_rng())[0].so_far.value == pytest.approx(1.0)


def test_a_topic_without_a_value_is_no_step_of_the_curve() -> None:
    rng = np.random.default_rng(3)
    a, b = rng.random((2, 6, 9))
    empty = np.full((6, 2), math.nan)
    wide = [np.hstack([each[:, :4], empty, each[:, 4:]]) for each in (a, b)]
    assert tau_growth(*wide, rng=_rng()) == tau_growth(a, b, rng=_rng())
