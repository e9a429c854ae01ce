"""Sizes, draws and estimates of samples of a machine's grades."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from exams.kernel.samples import LEAST, draw, sizes_of, verified


def seeded(seed: int | str) -> Random:
    return Random(seed)  # noqa: S311 - no secret


STRATA = {0: 59_609, 1: 412, 2: 908, 3: 1_414, 4: 9_297, 5: 990}


def test_nothing_is_drawn_of_nothing() -> None:
    assert sizes_of({}, half_width=0.05) == {}
    assert sizes_of({0: 0}, half_width=0.05) == {}


def test_the_size_gives_the_wanted_width() -> None:
    # 1.96² × 0.25 / 0.05² = 384.1; of 72,630 pairs 382.1 are enough.
    sizes = sizes_of(STRATA, half_width=0.05)
    assert sizes == {0: 314, 1: LEAST, 2: LEAST, 3: LEAST, 4: 49, 5: LEAST}
    assert sum(sizes_of({3: 10**9}, half_width=0.05).values()) == 385


def test_a_small_judge_is_verified_whole() -> None:
    assert sizes_of({0: 7, 4: 3}, half_width=0.02) == {0: 7, 4: 3}


def test_a_draw_has_each_grade_and_depends_on_the_seed_alone() -> None:
    pairs = {0: list(range(100)), 5: list(range(100, 120))}
    drawn = draw(pairs, {0: 10, 5: 3}, rng=seeded("a"))
    assert [len(drawn[0]), len(drawn[5])] == [10, 3]
    assert set(drawn[0]) <= set(pairs[0])
    assert drawn == draw(pairs, {0: 10, 5: 3}, rng=seeded("a"))
    assert drawn != draw(pairs, {0: 10, 5: 3}, rng=seeded("b"))


def test_without_verified_pairs_nothing_is_known() -> None:
    found = verified(STRATA, [], rng=seeded(1))
    assert (found.n, found.right.value, found.kappa.value) == (0, None, None)


def test_each_grade_counts_as_often_as_it_occurs() -> None:
    # Grade 0, 900 pairs: 9 of 10 right. Grade 4, 100 pairs: 5 of 10 right.
    pairs = [(0, 0)] * 9 + [(0, 4)] + [(4, 4)] * 5 + [(4, 0)] * 5
    found = verified({0: 900, 4: 100}, pairs, rng=seeded(1))
    assert found.right.value == pytest.approx(0.9 * 0.9 + 0.1 * 0.5)
    low, high = found.right.low or inf, found.right.high or 0.0
    assert low < 0.86 < high
    # Weighted table: 810, 90 / 50, 50: κ = (0.86 − 0.788) / (1 − 0.788).
    assert found.kappa.value == pytest.approx((0.86 - 0.788) / (1 - 0.788))
    assert found.weighted.value == pytest.approx(found.kappa.value)
    assert found.table[0].tolist() == [9, 0, 0, 0, 1, 0]


def test_the_interval_is_not_of_no_width_where_all_are_right() -> None:
    found = verified({0: 900, 4: 100}, [(0, 0)] * 20 + [(4, 4)] * 10, rng=seeded(1))
    assert found.right.value == 1.0
    assert found.right.high == 1.0
    assert 0.8 < (found.right.low or 0) < 0.95


def test_a_whole_judge_leaves_no_doubt_about_the_share() -> None:
    pairs = [(0, 0)] * 8 + [(0, 1)] * 2
    found = verified({0: 10}, pairs, rng=seeded(1))
    assert found.right.value == pytest.approx(0.8)
    assert (found.right.low or 0) >= 0.4


def test_intervals_are_the_same_at_every_look() -> None:
    pairs = [(0, 0)] * 9 + [(0, 4)] + [(4, 4)] * 5 + [(4, 0)] * 5
    looks = [verified({0: 900, 4: 100}, pairs, rng=seeded("s")) for _ in range(2)]
    assert looks[0].kappa == looks[1].kappa
