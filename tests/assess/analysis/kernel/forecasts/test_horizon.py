"""How many more topics: compared with campaigns whose truth is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from assess.analysis.kernel.forecasts.horizon import SURE, filled, settling

RUNS, TOP, PLACES = 20, 5, 2


def _scores(
    worth: np.ndarray, topics: int, rng: np.random.Generator, rest: float = 0.15
) -> np.ndarray:
    hard = rng.normal(0, 0.2, topics)
    return worth[:, None] + hard + rng.normal(0, rest, (len(worth), topics))


def _places(values: np.ndarray) -> np.ndarray:
    return (-values).argsort(axis=-1).argsort(axis=-1)


def _stands(values: np.ndarray, worth: np.ndarray) -> bool:
    now, true = _places(values.mean(axis=1)), _places(worth)
    return bool((np.abs(now - true) <= PLACES)[now < TOP].all())


@pytest.mark.parametrize("shape", ["normal", "even"])
def test_the_chance_that_the_top_is_stable_is_right_now_and_later(shape: str) -> None:
    """Over 60 campaigns, forecast and truth differ by no more than chance."""
    rng = np.random.default_rng(3)
    said_now, seen_now, said_later, seen_later = [], [], [], []
    for _ in range(60):
        worth = (
            rng.normal(0, 0.1, RUNS)
            if shape == "normal"
            else rng.uniform(-0.17, 0.17, RUNS)
        )
        judged = _scores(worth, 15, rng)
        found = settling(judged, top=TOP, places=PLACES, rng=rng)
        assert found is not None
        later = found.path[4]
        more = _scores(worth, later.n - 15, rng)
        said_now.append(found.now.settled)
        seen_now.append(_stands(judged, worth))
        said_later.append(later.settled)
        seen_later.append(_stands(np.hstack([judged, more]), worth))
    assert np.mean(said_now) == pytest.approx(np.mean(seen_now), abs=0.15)
    assert np.mean(said_later) == pytest.approx(np.mean(seen_later), abs=0.15)


def test_the_number_of_topics_said_settles_the_top_about_as_often_as_said() -> None:
    rng = np.random.default_rng(4)
    stood = []
    for _ in range(60):
        worth = rng.normal(0, 0.1, RUNS)
        judged = _scores(worth, 20, rng)
        found = settling(judged, top=TOP, places=PLACES, rng=rng)
        assert found is not None
        if found.needed is not None:
            more = _scores(worth, found.needed - 20, rng)
            stood.append(_stands(np.hstack([judged, more]), worth))
    assert len(stood) > 50
    assert np.mean(stood) == pytest.approx(SURE, abs=0.1)


def test_more_topics_are_needed_where_runs_are_more_alike() -> None:
    rng = np.random.default_rng(5)
    worth = np.linspace(-0.3, 0.3, RUNS)
    apart = settling(_scores(worth, 20, rng), top=5, places=2, rng=rng)
    alike = settling(_scores(worth / 4, 20, rng), top=5, places=2, rng=rng)
    assert apart is not None
    assert alike is not None
    assert apart.needed is not None
    assert alike.needed is None or alike.needed > 2 * apart.needed
    assert apart.signal > alike.signal


def test_what_is_settled_needs_no_more() -> None:
    rng = np.random.default_rng(6)
    worth = np.linspace(-1, 1, 6)
    found = settling(_scores(worth, 30, rng, 0.01), top=3, places=0, rng=rng)
    assert found is not None
    assert found.more == 0
    assert found.now.tau == pytest.approx(1.0)


def test_runs_that_are_equal_never_settle() -> None:
    rng = np.random.default_rng(8)
    found = settling(_scores(np.zeros(20), 10, rng), top=5, places=0, rng=rng)
    assert found is not None
    assert found.needed is None
    assert found.more is None


@pytest.mark.parametrize("shape", [(0, 0), (1, 30), (20, 4), (0, 9), (9, 0)])
def test_it_says_nothing_of_too_little(shape: tuple[int, int]) -> None:
    values = np.random.default_rng(1).random(shape)
    assert settling(values, top=3, places=1, rng=np.random.default_rng(1)) is None


def test_the_same_seed_says_the_same() -> None:
    values = np.random.default_rng(1).random((8, 9))
    one, other = (
        settling(values, top=3, places=1, rng=np.random.default_rng(2)) for _ in "12"
    )
    assert one == other


def test_a_hole_is_filled_and_a_topic_of_few_runs_set_aside() -> None:
    values = np.ones((10, 3)) * np.array([0.1, 0.2, 0.3])
    values[0, 0] = math.nan
    values[:5, 2] = math.nan
    whole = filled(values)
    assert whole.shape == (10, 2)
    assert whole[0, 0] == pytest.approx(0.15, abs=0.06)
    assert np.isfinite(whole).all()
