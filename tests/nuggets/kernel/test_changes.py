"""Changes since a draft, found by descent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nuggets.kernel.changes import Change, Step, compare, line_from, line_of, moved


def test_it_compares_two_lists_by_descent() -> None:
    descent = {
        10: [(1, "reworded")],
        11: [(10, "reworded")],
        20: [(2, "split")],
        21: [(2, "split")],
        30: [(3, "merged"), (4, "merged")],
    }
    found = compare([1, 2, 3, 4, 5, 6], [11, 20, 21, 30, 5, 99], descent)
    assert found == [
        Change("rewritten", (1,), (11,)),
        Change("split", (2,), (20, 21)),
        Change("merged", (3, 4), (30,)),
        Change("kept", (5,), (5,)),
        Change("new", (), (99,)),
        Change("dropped", (6,), ()),
    ]
    assert compare([], [], {}) == []


DESCENT = {
    8: [(1, "reworded")],
    9: [(8, "reworded")],
    10: [(9, "merged"), (2, "merged")],
    11: [(3, "split")],
}


def test_a_line_of_descent_goes_back_to_the_draft() -> None:
    assert line_of(1, {1, 2}, DESCENT) == []
    assert line_of(99, {1, 2}, DESCENT) == []
    assert line_of(10, {1, 2}, DESCENT) == [
        Step(10, "merged", (9, 2)),
        Step(9, "reworded", (8,)),
        Step(8, "reworded", (1,)),
    ]


def test_a_line_of_descent_goes_on_from_what_was_dropped() -> None:
    assert line_from(3, set(), DESCENT) == []
    assert line_from(1, {8, 9}, DESCENT) == [
        Step(9, "reworded", (8,)),
        Step(8, "reworded", (1,)),
    ]


@pytest.mark.parametrize(
    ("places", "expected"),
    [([], set()), ([0, 1, 2], set()), ([2, 0, 1], {2}), ([1, 2, 0], {0})],
)
def test_it_says_which_places_moved(places: list[int], expected: set[int]) -> None:
    assert moved(places) == expected


@given(st.permutations(range(9)))
def test_those_that_stay_rise(places: list[int]) -> None:
    stay = [place for place in places if place not in moved(places)]
    assert stay == sorted(stay)
    assert stay
