"""Whether a judge favours some runs: worked numbers, and judges made with a bias."""

from __future__ import annotations

import numpy as np
import pytest

from assess.analysis.kernel.favour import favour, p_over_runs


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def test_a_run_is_compared_with_the_others_on_its_own_topics() -> None:
    # The second run has no item on the second topic, nobody else on the third.
    sums = np.array([[2.0, 6.0, 0.0], [1.0, 0.0, 8.0], [0.0, 2.0, 0.0]])
    counts = np.array([[2.0, 4.0, 0.0], [2.0, 0.0, 4.0], [2.0, 4.0, 0.0]])
    found = favour(sums, counts, rng=rng())
    assert found.mean.tolist() == pytest.approx([8 / 6, 9 / 6, 2 / 6])
    # First run: (8 - (2 items of 1/4 + 4 of 2/4)) / 6; second: 1/2 less 2/4.
    excess = [(8 - 2.5) / 6, 1 / 2 - 2 / 4, (2 - (2 * 3 / 4 + 4 * 6 / 4)) / 6]
    assert found.excess.tolist() == pytest.approx(excess)
    assert np.isnan(found.low[1])
    assert np.isnan(found.high[1])


def test_lenience_with_everybody_is_no_favour() -> None:
    counts = np.full((6, 20), 10.0)
    sums = counts * 0.8
    found = favour(sums, counts, rng=rng())
    assert found.mean == pytest.approx(np.full(6, 0.8))
    assert found.excess == pytest.approx(np.zeros(6))
    assert found.p == 1.0


def test_a_favoured_run_is_found_and_its_interval_excludes_0() -> None:
    noise = np.random.default_rng(3)
    counts = np.full((8, 30), 10.0)
    sums = noise.normal(0.0, 1.0, counts.shape)
    sums[2] += 3.0
    found = favour(sums, counts, rng=rng())
    assert int(np.argmax(found.excess)) == 2
    assert found.excess[2] == pytest.approx(0.3, abs=0.06)
    assert found.low[2] > 0.2
    assert found.p == pytest.approx(1 / 1001)


def test_p_is_uniform_where_nothing_is_favoured() -> None:
    noise = np.random.default_rng(5)
    counts = np.full((5, 12), 4.0)
    found = [
        p_over_runs(noise.normal(size=counts.shape), counts, rng=noise)
        for _ in range(60)
    ]
    assert 0.35 < np.mean([each for each in found if each is not None]) < 0.65
    assert all(found)


def test_one_run_a_topic_is_compared_with_nothing() -> None:
    alone = np.array([[3.0, 0.0], [0.0, 2.0]])
    found = favour(alone, alone, rng=rng())
    assert found.p is None
    assert np.isnan(found.excess).all()
    empty = np.zeros((0, 0))
    assert favour(empty, empty, rng=rng()).p is None
