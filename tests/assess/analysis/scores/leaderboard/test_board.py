"""Means, orders and last lines of a leaderboard."""

from dataclasses import replace

import numpy as np
import pytest

from assess.analysis.scores.arrays import Rules, narrowed
from assess.analysis.scores.grids import OPEN, UNJUDGED
from assess.analysis.scores.leaderboard.board import Board, Spread
from tests.assess.analysis.scores.boards import (
    NAN,
    V,
    make_board,
    make_scored,
    make_tag,
)


def test_an_empty_board_has_nothing() -> None:
    none = narrowed(make_scored([[0.5]]), lambda _run: False, topics=())
    board = Board(none, Rules())
    assert board.order("V") == []
    assert board.spreads == [Spread(None, None, None)]


def test_a_mean_counts_the_unanswered_as_the_rules_say() -> None:
    values = [[0.5, NAN], [0.2, 0.4]]
    zero = make_board(values)
    assert zero.mean("V") == pytest.approx([0.25, 0.3])
    assert zero.n[0].tolist() == [2, 2]
    left = make_board(values, rules=Rules(unanswered="left_out"))
    assert left.mean("V") == pytest.approx([0.5, 0.3])
    assert left.n[0].tolist() == [1, 2]


def test_a_run_without_any_score_has_no_mean_and_is_last() -> None:
    board = make_board([[NAN], [0.1], [0.3]], rules=Rules(unanswered="left_out"))
    assert np.isnan(board.mean("V")[0])
    assert board.order("V") == [2, 1, 0]
    assert board.order("V", descending=False) == [1, 2, 0]


def test_ties_stand_by_name() -> None:
    runs = (make_tag("b", 0), make_tag("a", 1))
    scored = make_scored([[0.5], [0.5]], runs=runs)
    assert Board(scored, Rules()).order("V") == [1, 0]
    assert Board(scored, Rules()).order("V", descending=False) == [1, 0]


def test_length_is_over_the_answered_topics() -> None:
    board = make_board([[0.5, NAN], [0.2, 0.4]])
    assert board.words.tolist() == [10.0, 20.0]
    assert board.order_by_words(descending=True) == [1, 0]


def test_last_lines_are_over_runs_per_topic_then_over_topics() -> None:
    values = [[0.1, 0.9], [0.3, 0.2], [0.8, NAN]]
    board = make_board(values, rules=Rules(unanswered="left_out"))
    # Topic 1: 0.1, 0.3, 0.8; topic 2: 0.9 and 0.2, without the third run.
    expected = ((0.1 + 0.2) / 2, (0.3 + 0.55) / 2, (0.8 + 0.9) / 2)
    assert board.spreads[0] == pytest.approx(expected)


def test_control_runs_are_excluded_from_the_last_lines() -> None:
    runs = (make_tag("ours", 0, control=True), make_tag("theirs", 1))
    scored = make_scored([[0.9], [0.2]], runs=runs, measures=(V,))
    assert Board(scored, Rules()).spreads == [Spread(0.2, 0.2, 0.2)]


def test_it_counts_what_is_separate() -> None:
    scored = make_scored([[0.5, NAN, NAN], [0.2, NAN, NAN]])
    states = scored.states.copy()
    states[0, 2], states[1, 2] = UNJUDGED, OPEN
    grounds = scored.grounds.copy()
    grounds[0, 1] = False
    grid = replace(scored.grid, states=states, grounds=grounds)
    board = Board(replace(scored, grid=grid), Rules())
    assert (board.unanswered, board.unjudged, board.open) == (2, 1, 1)
    assert [topic.name for topic in board.groundless("V")] == ["t1"]
