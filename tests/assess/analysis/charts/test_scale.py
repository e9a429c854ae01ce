"""Scales with round ends, as d3's `nice` and `ticks` give them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.analysis.charts.scale import scale_over

CASES = (
    ((), 0, 1, ["0.0", "0.5", "1.0"]),
    ((0.4, 0.4), 0, 1, ["0.0", "0.5", "1.0"]),
    ((0.3, 0.1 + 0.2), 0, 1, ["0.0", "0.5", "1.0"]),
    ((5, 5), 4.4, 5.6, ["4.5", "5.0", "5.5"]),
    ((0.12, 0.87), 0, 1, ["0.0", "0.5", "1.0"]),
    ((0.3, 0.47), 0.3, 0.5, ["0.30", "0.35", "0.40", "0.45", "0.50"]),
    ((-3.0, 41), -10, 50, ["0", "20", "40"]),
)


@pytest.mark.parametrize(("values", "low", "high", "texts"), CASES)
def test_ends_are_round_and_ticks_are_few(
    values: tuple[float, ...], low: float, high: float, texts: list[str]
) -> None:
    scale = scale_over(values, left=0, right=100)
    assert (scale.low, scale.high) == pytest.approx((low, high))
    assert [tick.text for tick in scale.ticks(3)] == texts


@given(st.lists(st.floats(-1e6, 1e6), max_size=5))
def test_every_value_is_within_its_scale(values: list[float]) -> None:
    scale = scale_over(values, left=14, right=154)
    places = [float(scale.place(value)) for value in values]
    assert all(13.9 <= place <= 154.1 for place in places)
    assert len(scale.ticks(3)) <= 10
