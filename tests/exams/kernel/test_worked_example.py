"""The worked example of Cover, labels and what would change (EVALUATORS A2)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from assess.kinds.kernel.retrieval import (
    AVERAGE_PRECISION,
    RECIPROCAL_RANK,
    Evaluation,
    ndcg,
    precision,
)
from exams.kernel.cover import cover, means_of, pool_covers
from exams.kernel.grades import Grades, facet_labels, labels_of
from exams.kernel.questions import figures_of
from exams.kernel.relevance import cuts, misled, suspects, uncovered
from exams.kernel.what_if import calls_needed, change_of, moved_ranks

TAUS = (1, 4, 5)
P1, P2, P3 = [5, 3, 0, 0, -1], [4, 0, 1, 0, 0], [0, 4, 0, 0, 0]
UNGRADED = [-1] * 5


def rows(*found: list[int]) -> Grades:
    return np.array(found, dtype=np.int8).reshape(-1, 5)


POOL = rows(P1, P2, P3)
RUNS = {"A": POOL, "B": rows(UNGRADED, P3), "C": rows()}
COVER = {"A": (0.6, 0.4, 0.2), "B": (0.2, 0.2, 0.0), "C": (0.0, 0.0, 0.0)}
UPPER = {"A": 0.6, "B": 1.0, "C": 0.0}
NCOVER = {"A": 1.0, "B": 0.5, "C": 0.0}


@pytest.mark.parametrize("run", RUNS)
def test_cover_has_bounds_and_a_share_of_the_pool(run: str) -> None:
    found = cover(RUNS[run], pool_covers(POOL, TAUS), TAUS)
    assert found.lower.tolist() == pytest.approx(COVER[run])
    assert found.upper[1] == pytest.approx(UPPER[run])
    assert found.of_pool[1] == pytest.approx(NCOVER[run])


def test_ncover_is_undefined_where_the_pool_covers_nothing() -> None:
    pool = rows([0, 0, 0, 0, 0])
    found = cover(pool, pool_covers(pool, TAUS), TAUS)
    assert np.isnan(found.of_pool).all()


def test_labels_are_the_best_the_second_and_the_count() -> None:
    every = rows(P1, P2, P3, UNGRADED)
    assert labels_of(every).tolist() == [5, 4, 4, -1]
    assert labels_of(every, "second").tolist() == [3, 1, 0, -1]
    assert labels_of(every, "count", tau=4).tolist() == [1, 1, 1, -1]
    facets = facet_labels(every, ["a", "a", "b", "b", "b"])
    assert {name: own.tolist() for name, own in facets.items()} == {
        "a": [5, 4, 4, -1],
        "b": [0, 1, 0, -1],
    }


def test_the_qrels_are_scored_as_trec_eval_does() -> None:
    measures = (precision(20), AVERAGE_PRECISION, ndcg(10), RECIPROCAL_RANK)
    labels = {"p1": 5, "p2": 4, "p3": 4}
    found = Evaluation({"1": labels}, measures, level=4)
    a = found.score({"1": {"p1": 3.0, "p2": 2.0, "p3": 1.0}})["1"]
    b = found.score({"1": {"p4": 2.0, "p3": 1.0}})["1"]
    assert a[:3] == pytest.approx([0.15, 1.0, 1.0])
    assert b == pytest.approx([0.05, 0.1667, 0.2650, 0.5], abs=5e-5)


def test_the_standard_error_divides_by_n_less_one() -> None:
    rows_of = np.array([[0.4, 0.6, 0.5, np.nan], [0.4] + [np.nan] * 3, [np.nan] * 4])
    three, one, none = means_of(rows_of)
    assert three.mean == pytest.approx(0.5)
    assert three.std_error == pytest.approx(0.0577, abs=5e-5)
    assert (one.mean, one.std_error, one.n) == (0.4, None, 1)
    assert (none.mean, none.std_error, none.n) == (None, None, 0)


def test_withdrawing_a_question_changes_two_labels() -> None:
    now, then = np.ones(5, dtype=bool), np.array([False, True, True, True, True])
    found = change_of(POOL, now, then)
    assert found.before.tolist() == [5, 4, 4]
    assert found.after.tolist() == [3, 1, 4]
    assert found.crossed(4).tolist() == [True, True, False]
    assert found.held.tolist() == [0, 0, -1]
    kept = POOL[:, then]
    pooled = pool_covers(kept, TAUS)
    for run in ("A", "B"):
        lower = cover(RUNS[run][:, then], pooled, TAUS).lower
        assert lower[1] == pytest.approx(0.25)


def test_a_new_question_needs_calls_and_has_bounds() -> None:
    pool = rows(P1, P2, P3, UNGRADED)
    wider = np.hstack([pool, np.full((4, 1), -1, dtype=np.int8)])
    new = np.array([False] * 5 + [True])
    assert calls_needed(wider, new) == 4
    own = wider[:3].copy()
    own[0, 4] = 0  # over the new question alone
    found = cover(own, pool_covers(wider, TAUS), TAUS)
    assert (found.lower[1], found.upper[1]) == pytest.approx((2 / 6, 3 / 6))


def test_ranks_are_shared_by_ties() -> None:
    found = moved_ranks({"a": 0.4, "b": 0.2}, {"a": 0.25, "b": 0.25})
    assert found == {"a": (1, 1), "b": (2, 1)}


def test_kappa_is_that_of_the_papers_table_4() -> None:
    counts = {(0, 0): 1910, (0, 1): 1117, (4, 0): 880, (4, 1): 2445}
    pairs = np.array([pair for pair, n in counts.items() for _ in range(n)])
    labels, human = pairs.astype(np.int8).T
    (found,) = cuts(labels, human, [4], [1])
    assert found.table == ((1910, 1117), (880, 2445))
    assert found.kappa == pytest.approx(0.3676, abs=5e-5)
    assert found.agreement == pytest.approx(0.6856, abs=5e-5)
    assert found.n == 6352


def test_lists_never_show_a_passage_without_a_human_grade() -> None:
    human = np.array([0, 2, -1], dtype=np.int8)
    labels = labels_of(POOL)
    assert suspects(POOL, human, tau=4, h=1).tolist() == [1, 0, 0, 0, 0]
    assert misled(labels, human, tau=4, h=1).tolist() == [True, False, False]
    assert uncovered(labels, human, tau=5, h=2).tolist() == [False, True, False]


def test_a_questions_kappa_has_its_interval() -> None:
    human = np.array([0, 2] * 40, dtype=np.int8)
    grades = np.array([[0, 4], [5, 4]] * 30 + [[4, 4], [0, 4]] * 10, dtype=np.int8)
    own, constant = figures_of(grades, human, tau=4, h=1)
    assert own.kappa == pytest.approx(0.5)
    assert own.low is not None
    assert own.high is not None
    assert 0.28 < own.low < 0.36  # 0.5 ± 1.96 · √(0.75 / 80)
    assert 0.64 < own.high < 0.72
    assert (constant.kappa, constant.low) == (0.0, None)


@given(arrays(np.int8, (4, 3), elements=st.integers(-1, 5)))
def test_bounds_hold_whatever_is_ungraded(grades: Grades) -> None:
    pooled = pool_covers(grades, TAUS)
    found = cover(grades, pooled, TAUS)
    assert (found.lower <= found.upper).all()
    full = np.where(grades < 0, np.int8(5), grades)
    most = cover(full, pool_covers(full, TAUS), TAUS)
    assert found.upper.tolist() == most.lower.tolist()
