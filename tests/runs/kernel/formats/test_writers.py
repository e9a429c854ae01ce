import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.formats.assignments import (
    ASSIGNMENTS,
    AssignedNugget,
    AssignmentRow,
    read_assignments,
)
from runs.kernel.formats.nuggets import Nugget, TopicNuggets
from runs.kernel.formats.writers import (
    CannotWrite,
    write_assignments,
    write_nuggets,
    write_qrels,
)
from tests.runs.kernel.reader_results import read

TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")))


def row(*nuggets: AssignedNugget, run_tag: str = "tag") -> AssignmentRow:
    return AssignmentRow(1, "1", "q", run_tag, "Water.", 1, nuggets)


def test_nothing_writes_nothing() -> None:
    assert [*write_qrels([]), *write_nuggets([]), *write_assignments([])] == []


def test_qrels_are_in_order_of_code_points() -> None:
    rows = [("10", "b", 1), ("9", "a", 0), ("10", "a", 4), ("10", "B", 2)]
    assert "".join(write_qrels(rows)) == "10 0 B 2\n10 0 a 4\n10 0 b 1\n9 0 a 0\n"


@pytest.mark.parametrize("bad", [("1 2", "a", 0), ("1", "", 0), ("1", "a\n", 0)])
def test_names_that_break_the_columns_are_refused(bad: tuple[str, str, int]) -> None:
    with pytest.raises(CannotWrite):
        list(write_qrels([bad]))


def test_an_importance_never_given_is_not_taken_for_vital() -> None:
    topic = TopicNuggets(1, "1", "q", (Nugget(1, "a"),))
    (written,) = write_nuggets([topic])
    assert json.loads(written)["nuggets"] == [{"text": "a", "importance": ""}]


def test_one_file_holds_one_run() -> None:
    with pytest.raises(CannotWrite, match="one run a file"):
        list(write_assignments([row(), row(run_tag="other")]))


def test_a_missing_label_stops_the_writing_unless_one_is_named() -> None:
    unlabelled = row(AssignedNugget("a", "vital", ""))
    with pytest.raises(CannotWrite, match="topic 1, run tag"):
        list(write_assignments([unlabelled]))
    (written,) = write_assignments([unlabelled], unlabelled="not_support")
    assert json.loads(written)["nuggets"][0]["assignment"] == "not_support"


@given(
    st.lists(
        st.builds(
            AssignedNugget,
            TEXT,
            st.sampled_from(["vital", "okay", ""]),
            st.sampled_from(ASSIGNMENTS),
        )
    )
)
def test_what_is_written_is_read_again(nuggets: list[AssignedNugget]) -> None:
    rows = [row(*nuggets)]
    read_back, report = read(read_assignments, "".join(write_assignments(rows)))
    assert (read_back, report.groups()) == (rows, [])
