"""Highlights as spans of code points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.highlights import NotInTheText, merged, read, written


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([], []),
        ([(2, 4)], [(2, 4)]),
        ([(5, 9), (0, 3)], [(0, 3), (5, 9)]),
        ([(0, 5), (3, 9)], [(0, 9)]),
        ([(0, 5), (5, 9)], [(0, 9)]),
        ([(0, 9), (2, 4)], [(0, 9)]),
        ([[1, 2], [1, 2]], [(1, 2)]),
    ],
)
def test_those_that_overlap_or_meet_are_one(
    spans: list[tuple[int, int]], expected: list[tuple[int, int]]
) -> None:
    assert merged(spans, length=9) == expected


@pytest.mark.parametrize("span", [(3, 3), (4, 2), (-1, 2), (0, 10)])
def test_it_rejects_what_the_text_does_not_have(span: tuple[int, int]) -> None:
    with pytest.raises(NotInTheText):
        merged([span], length=9)


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 9))))
def test_the_same_words_stay_highlighted(given: list[tuple[int, int]]) -> None:
    spans = [(start, start + more) for start, more in given]
    found = merged(spans, length=29)
    assert {at for span in spans for at in range(*span)} == {
        at for span in found for at in range(*span)
    }
    assert read(written(found)) == found
