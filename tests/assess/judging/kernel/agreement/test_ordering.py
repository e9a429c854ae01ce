from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.agreement import Ordered, order_alike, tables


def table(pairs: list[tuple[int, int]]) -> np.ndarray:
    codes = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    one = np.zeros(len(codes), np.int64)
    found = tables(codes[:, 0], codes[:, 1], one, size=4)
    return found[0] if len(found) else np.zeros((4, 4), np.int64)


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([], Ordered(0, 0, 0, 0)),
        ([(1, 0), (1, 3)], Ordered(0, 0, 0, 0)),
        ([(0, 1), (1, 2)], Ordered(1, 1, 0, 0)),
        ([(0, 1), (1, 1)], Ordered(1, 0, 1, 0)),
        ([(0, 2), (1, 1)], Ordered(1, 0, 0, 1)),
        ([(0, 0), (1, 1), (2, 1), (3, 0)], Ordered(6, 2, 2, 2)),
    ],
)
def test_small_topics(pairs: list[tuple[int, int]], expected: Ordered) -> None:
    assert order_alike(table(pairs)) == expected


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=30))
def test_it_counts_what_a_walk_over_all_pairs_counts(
    pairs: list[tuple[int, int]],
) -> None:
    signs = [
        np.sign((a[0] - b[0]) * (a[1] - b[1]))
        for a, b in combinations(pairs, 2)
        if a[0] != b[0]
    ]
    assert order_alike(table(pairs)) == Ordered(
        len(signs), signs.count(1), signs.count(0), signs.count(-1)
    )
