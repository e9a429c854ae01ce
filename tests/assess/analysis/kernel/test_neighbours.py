import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.analysis.kernel.neighbours import NeighbourGroup, lanes, letters, stretches


def apart(rows: int, *pairs: tuple[int, int]) -> np.ndarray:
    found = np.zeros((rows, rows), dtype=bool)
    for a, b in pairs:
        found[a, b] = found[b, a] = True
    return found


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [
        (apart(0), []),
        (apart(1), ["a"]),
        (apart(3), ["a", "a", "a"]),
        (apart(2, (0, 1)), ["a", "b"]),
        (apart(3, (0, 2)), ["a", "ab", "b"]),
        (apart(4, (0, 2), (0, 3), (1, 3)), ["a", "ab", "bc", "c"]),
        (apart(3, (1, 2)), ["a", "a", "b"]),
    ],
)
def test_rows_that_share_a_letter(matrix: np.ndarray, expected: list[str]) -> None:
    assert letters(stretches(matrix), len(matrix)) == expected


def test_after_z_letters_are_doubled_and_set_apart() -> None:
    groups = [NeighbourGroup(n, n + 1) for n in range(28)]
    found = letters(groups, 29)
    assert found[0] == "a"
    assert found[26:] == ["z,aa", "aa,ab", "ab"]


def test_lanes_hold_what_does_not_overlap() -> None:
    a, b, c, alone = (
        NeighbourGroup(0, 2),
        NeighbourGroup(1, 3),
        NeighbourGroup(3, 5),
        NeighbourGroup(6, 6),
    )
    assert lanes([a, b, c, alone]) == [[a, c], [b]]


@given(st.lists(st.floats(0, 1), max_size=12), st.floats(0.01, 0.5))
def test_with_a_least_difference_sharing_is_the_same_as_being_alike(
    means: list[float], least: float
) -> None:
    ordered = np.array(sorted(means, reverse=True))
    matrix = np.abs(ordered[:, None] - ordered[None, :]) >= least
    groups = stretches(matrix)
    for a in range(len(means)):
        for b in range(len(means)):
            shared = any(g.first <= min(a, b) and max(a, b) <= g.last for g in groups)
            assert shared == (a == b or not matrix[a, b])


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_no_stretch_holds_a_pair_that_is_told_apart(
    pairs: set[tuple[int, int]],
) -> None:
    matrix = apart(8, *((a, b) for a, b in pairs if a != b))
    groups = stretches(matrix)
    held = {row for group in groups for row in range(group.first, group.last + 1)}
    assert held == set(range(8))
    for first, last in groups:
        assert not matrix[first : last + 1, first : last + 1].any()
