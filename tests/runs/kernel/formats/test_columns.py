import pytest

from runs.kernel.formats.columns import BadColumn, read_scores

LINES = ["run,task,a,b\n", "x,RAG,0.5,1\n", "y,AG,,0.25\n"]


def test_a_file_without_rows_has_no_scores() -> None:
    assert read_scores(LINES[:1], ["a", "b"]) == {}


def test_it_reads_columns_by_line_with_empty_as_none() -> None:
    assert read_scores(LINES, ["a", "b"]) == {2: (0.5, 1.0), 3: (None, 0.25)}


def test_it_keeps_one_task_whatever_its_case() -> None:
    assert read_scores(LINES, ["b"], task="ag") == {3: (0.25,)}


@pytest.mark.parametrize("column", ["c", "Run"])
def test_it_names_the_columns_there_are(column: str) -> None:
    with pytest.raises(BadColumn, match=r"there are run, task, a, b"):
        read_scores(LINES, [column])


@pytest.mark.parametrize("cell", ["high", "nan", "inf"])
def test_it_names_the_line_of_a_bad_number(cell: str) -> None:
    with pytest.raises(BadColumn, match="line 2: a is"):
        read_scores(["run,a\n", f"x,{cell}\n"], ["a"])
