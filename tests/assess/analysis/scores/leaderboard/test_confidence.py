"""Comparisons of runs, cached under the numbers from which they were computed."""

import numpy as np
import pytest
from django.core.cache import cache

from assess.analysis.scores.leaderboard import confidence as module
from assess.analysis.scores.leaderboard.confidence import (
    compared,
    compared_soon,
    intervals,
    needed,
)

NAN = np.nan


@pytest.fixture(autouse=True)
def _forgetful() -> None:
    cache.clear()


def table(runs: int = 4, topics: int = 12, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).random((runs, topics))


def test_the_same_scores_give_the_same_answer() -> None:
    first = compared(table())
    cache.clear()
    again = compared(table())
    assert np.array_equal(first.p, again.p, equal_nan=True)
    low = intervals(table()).low
    cache.clear()
    assert (intervals(table()).low == low).all()


def test_it_is_computed_once_and_again_where_a_score_changed() -> None:
    first = compared(table())
    assert compared(table()) is not first  # a copy out of the cache
    changed = table()
    changed[0] = 1.0
    assert not np.array_equal(compared(changed).p, first.p, equal_nan=True)


def test_what_takes_long_is_not_waited_for_until_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 0)
    assert compared_soon(table()) is None
    whole = compared(table())
    kept = compared_soon(table())
    assert kept is not None
    assert np.array_equal(kept.p, whole.p, equal_nan=True)


def test_tukey_says_on_how_many_topics_all_runs_stand() -> None:
    values = table()
    values[0, 0] = NAN
    found = compared(values)
    assert (found.topics, found.permutations, found.enough) == (11, 10_000, True)


def test_without_a_common_topic_nothing_is_told_apart() -> None:
    found = compared(np.array([[0.1, NAN], [NAN, 0.9]]))
    assert found.topics == 0
    assert not found.apart.any()


def test_holm_takes_as_many_permutations_as_its_pairs_need() -> None:
    assert needed(4, "holm") == 10_000
    assert needed(45, "holm") == 39_598
    assert needed(150, "holm") == 100_000
    assert needed(150, "tukey") == 10_000


def test_it_says_where_no_difference_could_be_great_enough() -> None:
    few = np.array([[0.0, 0.1, 0.2], [0.9, 0.8, 1.0]])
    found = compared(few, "holm")
    assert (found.exact, found.permutations) == (True, 8)
    assert not found.enough
    assert not found.apart.any()


def test_clear_differences_are_told_apart_by_both() -> None:
    values = np.vstack([table(3), table(1) + 2.0])
    for correction in ("tukey", "holm"):
        found = compared(values, correction)
        assert found.apart[3, :3].all()
        assert not found.apart[:3, :3].any()
