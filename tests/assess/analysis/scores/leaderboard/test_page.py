"""The content of a leaderboard's page."""

from dataclasses import replace

import numpy as np
import pytest

from assess.analysis.scores.arrays import Rules
from assess.analysis.scores.leaderboard.board import Board
from assess.analysis.scores.leaderboard.confidence import compared
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.analysis.scores.leaderboard.pareto import pareto_chart
from assess.analysis.scores.leaderboard.topics import topic_rows
from tests.assess.analysis.scores.boards import (
    NAN,
    V,
    make_board,
    make_scored,
    make_tag,
)

RNG = np.random.default_rng(4)
LEVELS = RNG.random(30)
# Two runs that are nearly equal, one far below, on 30 topics.
ALIKE = [[*(0.6 + 0.3 * LEVELS)], [*(0.59 + 0.3 * LEVELS[::-1])], [*(0.1 * LEVELS)]]


def page(sort: str = "-V", *, tested: bool = True) -> BoardPage:
    board = make_board(ALIKE, ALIKE, ALIKE)
    return BoardPage(board, sort, compared(board.table("V")) if tested else None)


def test_neighbours_that_cannot_be_told_apart_share_a_bracket() -> None:
    rows = page().rows
    assert [row.rank for row in rows] == [1, 2, 3]
    assert [row.letters for row in rows] == ["a", "a", "b"]
    assert rows[0].alike == "cannot be told apart from ranks 1 to 2"
    assert rows[2].alike == "told apart from every other run"
    assert [row.brackets for row in rows] == ["┌", "└", " "]


def test_upside_down_the_ranks_and_brackets_stay_true() -> None:
    rows = page("V").rows
    assert [row.rank for row in rows] == [3, 2, 1]
    assert [row.letters for row in rows] == ["a", "b", "b"]
    assert rows[2].alike == "cannot be told apart from ranks 1 to 2"


@pytest.mark.parametrize("sort", ["-L", "-share"])
def test_in_another_order_there_are_intervals_but_no_brackets(sort: str) -> None:
    found = page(sort)
    assert found.measure.name == "V"
    assert not found.ranked
    assert {row.letters for row in found.rows} == {""}
    assert {row.rank for row in found.rows} == {0}
    assert all(row.line for row in found.rows)


def test_untested_rows_have_no_letters() -> None:
    assert {row.letters for row in page(tested=False).rows} == {""}


def test_a_run_without_a_mean_is_in_no_bracket() -> None:
    board = make_board([*ALIKE, [NAN] * 30], rules=Rules(unanswered="left_out"))
    found = BoardPage(board, "-V", compared(board.table("V")))
    last = found.rows[-1]
    assert (last.rank, last.letters, last.line, last.brackets) == (0, "", None, "")
    assert last.values[0].reason == "no response"


def test_headings_turn_the_order_round() -> None:
    columns = {column.name: column for column in page("-V").columns}
    assert (columns["V"].sort, columns["V"].order) == ("V", "descending")
    assert (columns["A"].sort, columns["A"].order) == ("-A", "")
    assert list(columns) == ["V", "A", "share", "L"]


def test_without_words_there_is_no_length() -> None:
    scored = make_scored([[0.5], [0.2]])
    grid = replace(scored.grid, words=np.full((2, 1), NAN))
    bare = Board(replace(scored, grid=grid), Rules())
    assert [column.name for column in BoardPage(bare, "-V").columns] == ["V"]
    assert pareto_chart(bare, V) is None


def test_one_topic_has_a_mean_but_no_interval() -> None:
    line = BoardPage(make_board([[0.5], [0.2]]), "-V").rows[0].line
    assert line is not None
    assert (line.mean, line.has_interval) == (0.5, False)
    assert "fewer than two topics" in line.says


def test_measures_that_lack_the_same_are_named_together() -> None:
    scored = make_scored([[0.5, NAN]], [[0.5, 0.1]], [[0.5, 0.2]])
    grounds = scored.grounds.copy()
    grounds[0, 1] = False
    board = Board(replace(scored, grid=replace(scored.grid, grounds=grounds)), Rules())
    (missing,) = BoardPage(board, "-V").missing
    assert (missing.measures, missing.lacks) == (["V strict"], "no vital nugget")
    assert [topic.name for topic in missing.topics] == ["t1"]
    (row,) = BoardPage(board, "-V").rows
    assert (row.n, row.values[0].value) == (1, 0.5)
    first, second = topic_rows(board, 0, {})
    assert (first.values[0].value, first.response) == (0.5, None)
    assert second.values[0].reason == "no vital nugget on this topic"


def test_intervals_over_fewer_than_ten_topics_with_a_value_are_too_short() -> None:
    scored = make_scored([[*LEVELS[:10]]], [[*LEVELS[:10]]])
    scored.grounds[0, 0] = False
    board = Board(scored, Rules())
    assert BoardPage(board, "-V").few
    assert not BoardPage(board, "-A").few


def test_runs_with_equal_means_share_a_rank() -> None:
    values = [[0.9, 0.9], [0.5, 0.7], [0.1 + 0.2, 0.9], [0.3, 0.9], [0.2, 0.2]]
    board = make_board(values, values, values)
    tested = compared(board.table("V"))
    down, up = (BoardPage(board, sort, tested).rows for sort in ("-V", "V"))
    names = ["run-0", "run-1", "run-2", "run-3", "run-4"]
    assert [row.name for row in down] == names
    assert [row.rank for row in down] == [1, 2, 2, 2, 5]
    assert [row.rank for row in up] == [5, 2, 2, 2, 1]
    alone = make_board([[0.5, 0.5], [0.5, 0.5]])
    (first, _) = BoardPage(alone, "-V", compared(alone.table("V"))).rows
    assert first.alike == "cannot be told apart from the others at rank 1"


def test_a_response_that_lacks_what_a_measure_needs_says_so() -> None:
    scored = make_scored([[NAN, NAN], [0.5, NAN]], [[0.0, NAN], [0.5, 0.2]])
    board = Board(scored, Rules(unanswered="left_out"))
    found = BoardPage(board, "-V")
    assert found.bare == [(["V strict"], "no vital nugget", 2)]
    assert found.spared == ["nothing to divide by"]
    assert found.rows[-1].values[0].reason == "no vital nugget on any judged topic"
    first, second = topic_rows(board, 0, {})
    assert first.values[0].reason == "no vital nugget in this response"
    assert second.values[0].reason == "no response to this topic; left out"
    assert BoardPage(make_board([[0.5]]), "-V").spared == ["no vital nugget"]


def test_the_curve_joins_the_runs_that_none_beats() -> None:
    runs = tuple(
        make_tag(name, row, task=task)
        for row, (name, task) in enumerate((("a", "rag"), ("b", "ag"), ("c", "rag")))
    )
    board = Board(make_scored([[0.5], [0.4], [0.9]], runs=runs), Rules())
    chart = pareto_chart(board, V)
    assert chart is not None
    assert [point.names for point in chart.front] == [("a", "RAG"), ("c", "RAG")]
    assert [point.shape for point in chart.points] == ["circle", "square", "circle"]
    assert chart.says.endswith("with as few words: 1 a, 2 c.")
    assert [point.label for point in chart.points] == ["1", "", "2"]
    assert list(chart.cloud) == []  # of one topic


def test_each_run_on_each_topic_is_a_small_point() -> None:
    chart = pareto_chart(make_board([[0.5, 0.1], [0.4, 0.9]]), V)
    assert chart is not None
    assert [point.y for point in chart.cloud] == [0.5, 0.1, 0.4, 0.9]


def test_too_many_points_by_topic_are_left_out() -> None:
    chart = pareto_chart(make_board([[0.5] * 501, [0.4] * 501]), V)
    assert chart is not None
    assert list(chart.cloud) == []
