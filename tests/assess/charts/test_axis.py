"""Axes: round numbers, and words kept apart."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.charts import Axis
from assess.charts.axis import apart, round_ticks


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.0, 1.0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (0.31, 0.58, ["0.3", "0.4", "0.5", "0.6"]),
        (0.0, 56.0, ["0", "20", "40", "60"]),
        (-1.0, 1.0, ["−1.0", "−0.5", "0.0", "0.5", "1.0"]),
        (
            12_000.0,
            31_000.0,
            ["10,000", "15,000", "20,000", "25,000", "30,000", "35,000"],
        ),
    ],
)
def test_it_names_round_numbers(low: float, high: float, said: list[str]) -> None:
    assert [tick.says for tick in round_ticks(low, high)] == said


@given(
    st.floats(-1e6, 1e6),
    st.floats(1e-6, 1e6),
)
def test_its_ticks_hold_the_data_and_are_few(low: float, span: float) -> None:
    ticks = [tick.value for tick in round_ticks(low, low + span)]
    slack = 1e-6 * span
    assert ticks[0] <= low + slack
    assert ticks[-1] >= low + span - slack
    assert 3 <= len(ticks) <= 8


def test_it_keeps_the_ends_it_is_given() -> None:
    scale = Axis("τ", low=0.0, high=1.0).over([0.3, 0.4])
    assert (scale.low, scale.high) == (0.0, 1.0)
    assert scale.share(0.25) == 0.25


@pytest.mark.parametrize("values", [[], [0.5], [math.nan]])
def test_it_lays_out_no_value_or_one(values: list[float]) -> None:
    scale = Axis("score").over(values)
    assert scale.low < scale.high
    assert scale.inside


@pytest.mark.parametrize(
    ("value", "ends"), [(0.0, (0, 1)), (1.0, (0, 1)), (7.0, (6.4, 7.6)), (-0.2, None)]
)
def test_one_share_is_laid_out_from_0_to_1(
    value: float, ends: tuple[float, float] | None
) -> None:
    scale = Axis("V strict").over([value, value])
    assert scale.low < value < scale.high or (scale.low, scale.high) == ends
    assert ends is None or (scale.low, scale.high) == pytest.approx(ends)


@given(st.lists(st.floats(0, 100), max_size=12))
def test_it_keeps_names_apart_in_their_order(places: list[float]) -> None:
    moved = apart(places, gap=10)
    order = sorted(range(len(places)), key=lambda index: places[index])
    gaps = [moved[b] - moved[a] for a, b in pairwise(order)]
    assert all(gap >= 10 - 1e-6 for gap in gaps)
    if places:
        assert math.isclose(sum(moved), sum(places), abs_tol=1e-6)
