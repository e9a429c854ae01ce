"""Near-duplicates are joined by brackets that never cross in one lane."""

from hypothesis import given
from hypothesis import strategies as st

from nuggets.kernel.near_duplicates import Alike, Bracket, alike_rows, brackets, groups

places = st.integers(0, 9)
pairs = st.lists(st.tuples(places, places).filter(lambda pair: pair[0] != pair[1]))


def test_pairs_that_share_a_nugget_are_one_group() -> None:
    assert groups([]) == []
    assert groups([(4, 7), (0, 1), (7, 2)]) == [[0, 1], [2, 4, 7]]


def test_a_bracket_runs_from_its_first_to_its_last() -> None:
    assert brackets(2, []) == [(), ()]
    assert brackets(4, [(0, 2)]) == [
        (Bracket(0, "first"),),
        (Bracket(0, "through"),),
        (Bracket(0, "last"),),
        (),
    ]


def test_overlapping_brackets_have_separate_lanes() -> None:
    found = brackets(5, [(0, 3), (1, 2), (2, 4)])
    assert [[part.lane for part in row] for row in found] == [
        [0],
        [0, 1],
        [0, 1],
        [0, 1],
        [1],
    ]
    assert found[2][1] == Bracket(1, "member")
    assert [[part.lane for part in row] for row in brackets(4, [(0, 1), (2, 3)])] == [
        [0]
    ] * 4


def test_rows_are_like_others_by_their_words_and_empty_ones_like_none() -> None:
    through = Alike((Bracket(0, "through"),))
    assert alike_rows(["Salt melts ice", "", "Wind", "ice melts: salt", ""]) == [
        Alike((Bracket(0, "first"),), (4,)),
        through,
        through,
        Alike((Bracket(0, "last"),), (1,)),
        Alike(),
    ]


@given(pairs)
def test_no_two_brackets_meet_in_a_lane(given_pairs: list[tuple[int, int]]) -> None:
    rows = brackets(10, given_pairs)
    for row in rows:
        assert len({part.lane for part in row}) == len(row)
    ends = [part.part for row in rows for part in row]
    assert ends.count("first") == ends.count("last") == len(groups(given_pairs))


@given(st.lists(st.sampled_from(("", "Salt melts ice", "ice melts: salt", "Wind"))))
def test_rows_name_each_other(texts: list[str]) -> None:
    rows = alike_rows(texts)
    assert len(rows) == len(texts)
    for number, row in enumerate(rows, start=1):
        assert number not in row.numbers
        assert all(number in rows[other - 1].numbers for other in row.numbers)
        assert bool(row.numbers) <= bool(row.brackets)
