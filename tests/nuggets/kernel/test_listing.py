"""Operations on a list of nuggets change only the rows they are about."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nuggets.kernel.listing import (
    NotListed,
    Row,
    Rows,
    capped,
    follow,
    insert,
    mapped,
    merge,
    move,
    read,
    remove,
    replace,
    shift,
    touched,
    with_importance,
    written,
)

A, B, C = Row(1, "vital", 7), Row(2, "okay"), Row(3, details={"rank": 3})
ROWS: Rows = (A, B, C)

lists = st.lists(
    st.builds(
        Row,
        st.integers(1, 99),
        st.sampled_from(["", "vital", "okay"]),
        st.none() | st.integers(1, 9),
        st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    ),
    unique_by=lambda row: row.nugget,
    max_size=12,
).map(tuple)


def test_it_inserts_below_or_at_the_end() -> None:
    new = Row(9)
    assert insert((), new) == (new,)
    assert insert(ROWS, new) == (A, B, C, new)
    assert insert(ROWS, new, after=1) == (A, new, B, C)


@pytest.mark.parametrize(
    "change",
    [
        lambda: remove(ROWS, 9),
        lambda: insert(ROWS, Row(4), after=9),
        lambda: move((), 1, to=0),
        lambda: with_importance(ROWS, 9, "vital"),
        lambda: merge(ROWS, [1, 9], into=4),
    ],
)
def test_it_refuses_a_nugget_that_is_not_there(change: Callable[[], Rows]) -> None:
    with pytest.raises(NotListed):
        change()


def test_those_that_replace_take_over_the_row() -> None:
    assert replace(ROWS, 1, by=[8, 9]) == (
        A._replace(nugget=8),
        A._replace(nugget=9),
        B,
        C,
    )


def test_a_merged_nugget_takes_the_best_of_its_parts() -> None:
    assert merge(ROWS, [3, 1], into=9) == (Row(9, "vital", 7), B)
    assert merge((C, B), [2, 3], into=9) == (Row(9, "okay", None, {"rank": 3}),)


def test_it_moves_no_further_than_the_ends() -> None:
    assert move(ROWS, 3, to=-5) == (C, A, B)
    assert shift(ROWS, 1, by=99) == (B, C, A)
    assert shift(ROWS, 1, by=-1) == ROWS


def test_it_sets_importance_and_mapping() -> None:
    assert with_importance(ROWS, 2, "")[1] == Row(2)
    assert mapped(ROWS, 1, None)[0] == Row(1, "vital")


@pytest.mark.parametrize(
    ("before", "after", "nugget"),
    [
        ((), (), None),
        (ROWS, (), None),
        (ROWS, (A, B, Row(9), C), 9),
        (ROWS, (A, B._replace(importance=""), C), 2),
        (ROWS, (B, C), 2),
        (ROWS, (A, B), 2),
        (ROWS, (A, C, B), 3),
        (ROWS, ROWS, 3),
    ],
)
def test_it_knows_where_to_look(before: Rows, after: Rows, nugget: int | None) -> None:
    assert touched(before, after) == nugget


@given(lists)
def test_a_snapshot_reads_back_as_it_was_written(rows: Rows) -> None:
    assert read(json.loads(json.dumps(written(rows)))) == rows


@given(lists, st.data())
def test_moving_keeps_every_row(rows: Rows, data: st.DataObject) -> None:
    if not rows:
        return
    row = data.draw(st.sampled_from(rows))
    place = data.draw(st.integers(-3, 15))
    moved = move(rows, row.nugget, to=place)
    assert remove(moved, row.nugget) == remove(rows, row.nugget)
    assert row in moved


def test_a_name_follows_what_came_in_its_place() -> None:
    reworded = replace(ROWS, 1, by=[8])
    assert follow(1, []) == 1
    assert follow(1, [(ROWS, reworded)]) == 8
    assert follow(2, [(ROWS, reworded)]) == 2
    assert follow(1, [(ROWS, reworded), (reworded, ROWS)]) == 1
    assert follow(1, [(ROWS, replace(ROWS, 1, by=[8, 9]))]) == 8
    assert follow(3, [(ROWS, merge(ROWS, [2, 3], into=8))]) == 8


def test_a_name_leads_back_to_what_it_was_when_several_come_back() -> None:
    reworded = replace(ROWS, 2, by=[8])
    merged = merge(reworded, [1, 8], into=9)
    assert follow(2, [(ROWS, reworded), (reworded, merged), (merged, reworded)]) == 8
    split = replace(ROWS, 1, by=[8, 9])
    assert follow(9, [(ROWS, split), (split, ROWS), (ROWS, split)]) == 9


def test_a_dropped_nugget_keeps_its_name_and_may_come_back() -> None:
    dropped = remove(ROWS, 1)
    later = insert(dropped, Row(9))
    assert follow(1, [(ROWS, dropped), (dropped, later)]) == 1
    assert follow(1, [(ROWS, dropped), (dropped, ROWS)]) == 1


@pytest.mark.parametrize(
    ("bank", "cap", "expected"),
    [
        ("", 3, ""),
        ("oVoVo", 3, "VVo"),
        ("oVoVo", 1, "V"),
        ("oVo", None, "Voo"),
        ("oVo", 0, ""),
    ],
)
def test_a_cap_keeps_vital_nuggets_first(
    bank: str, cap: int | None, expected: str
) -> None:
    assert "".join(capped(bank, cap, vital=str.isupper)) == expected


def test_inside_an_importance_the_order_stays() -> None:
    kept = capped(["b", "A", "a", "B"], 3, vital=str.isupper)
    assert kept == ["A", "B", "b"]
