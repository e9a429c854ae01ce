"""The list of sub-narratives as a value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel import subnarratives as kernel
from runs.kernel.subnarratives import Difference, NotListed, Row, Rows, TwinWording

A, B, C = Row("a", "ice"), Row("b", "salt", "vital"), Row("c", "air", "okay")


def lists() -> st.SearchStrategy[Rows]:
    rows = st.builds(
        Row,
        st.sampled_from("abcdef"),
        st.sampled_from(["ice", "salt", "air"]),
        st.sampled_from(["", "vital", "okay"]),
    )
    found = st.lists(rows, max_size=6, unique_by=lambda row: row.uuid)
    return found.map(tuple)


def test_each_step_makes_a_new_list() -> None:
    assert kernel.insert((A, B), C, after="a") == (A, C, B)
    assert kernel.insert((A, B), C) == (A, B, C)
    assert kernel.remove((A, B), "a") == (B,)
    assert kernel.shift((A, B, C), "c", by=-1) == (A, C, B)
    assert kernel.shift((A, B, C), "a", by=-1) == (A, B, C)
    assert kernel.with_text((A,), "a", "cold") == (Row("a", "cold"),)
    assert kernel.with_importance((A,), "a", "okay") == (Row("a", "ice", "okay"),)
    with pytest.raises(NotListed):
        kernel.remove((A,), "z")


def test_two_of_the_same_words_are_refused() -> None:
    with pytest.raises(TwinWording):
        kernel.check_wordings((A, Row("z", ' "ICE"  ')))
    kernel.check_wordings((A, B, C))


@given(now=lists(), wanted=lists())
def test_where_nobody_else_did_anything_a_list_is_led_where_it_should(
    now: Rows, wanted: Rows
) -> None:
    assert kernel.rebase(now, now, wanted) == wanted


@given(now=lists(), was=lists(), wanted=lists())
def test_what_others_did_since_is_kept(now: Rows, was: Rows, wanted: Rows) -> None:
    old = {row.uuid: row for row in was}
    here = {row.uuid: row for row in now}
    after = {row.uuid: row for row in kernel.rebase(now, was, wanted)}
    for uuid, row in here.items():
        if uuid not in old:
            assert after[uuid] == row
        elif row.text != old[uuid].text:
            assert after[uuid].text == row.text
    for uuid in old.keys() - here.keys():
        assert uuid not in after


@pytest.mark.parametrize(
    ("now", "was", "wanted", "after"),
    [
        ((A, B, C), (A, B), (A,), (A, C)),
        ((A, C, B), (A, B), (B, A), (B, A, C)),
        ((B, A), (A, B), (A, B, C), (B, C, A)),
        ((A,), (A, B), (A, B, C), (A, C)),
        ((Row("a", "mine"), B), (A, B), (Row("a", "old"), B), (Row("a", "mine"), B)),
    ],
)
def test_undoing_beside_others(now: Rows, was: Rows, wanted: Rows, after: Rows) -> None:
    assert kernel.rebase(now, was, wanted) == after


def test_differences_name_every_change() -> None:
    after = (C._replace(text="wind"), Row("z", "new"), B._replace(importance=""))
    assert kernel.differences((A, B, C), after) == [
        Difference("reworded", "air", "wind"),
        Difference("added", "", "new"),
        Difference("open", "salt", "salt"),
        Difference("moved", "wind", "wind"),
        Difference("dropped", "ice", ""),
    ]
    assert kernel.differences((A, B), (A, B)) == []


def test_one_that_was_moved_is_named_alone() -> None:
    moved = kernel.differences((A, B, C), (B, C, A))
    assert moved == [Difference("moved", "ice", "ice")]


def test_what_to_look_at_after_a_change() -> None:
    assert kernel.touched((A, B), (A,)) == "a"
    assert kernel.touched((A, B, C), (A, C)) == "c"
    assert kernel.touched((A,), (A, B)) == "b"
    assert kernel.touched((A,), ()) is None


@given(rows=lists())
def test_a_snapshot_reads_as_it_was_written(rows: Rows) -> None:
    assert kernel.read(kernel.written(rows)) == rows
