"""What is left of a list when nuggets that others entail are dropped."""

from hypothesis import given
from hypothesis import strategies as st

from matching.kernel.duplicates import deduplicate, vanished

WORKED = {(0, 1), (1, 0), (1, 2)}  # g1 and g2 entail each other, g2 entails g3
PAIRS = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)))


def test_nothing_is_dropped_of_nothing() -> None:
    assert deduplicate(0, set()) == ([], {})


def test_of_two_that_entail_each_other_the_later_one_stays() -> None:
    assert deduplicate(3, WORKED) == ([1], {0: [1], 2: [1]})


def test_the_papers_sentence_taken_literally_keeps_none() -> None:
    found = deduplicate(3, WORKED, "literal")
    assert found.kept == []
    assert vanished(3, WORKED, found.kept) == 1


@given(PAIRS)
def test_no_kept_nugget_entails_another_kept_one(pairs: set[tuple[int, int]]) -> None:
    found = deduplicate(6, pairs)
    kept = set(found.kept)
    assert not any(a != b and {a, b} <= kept for a, b in pairs)
    assert kept | found.covered.keys() == set(range(6))
    assert kept or not pairs
