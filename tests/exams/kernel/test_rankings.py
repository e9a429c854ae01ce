"""The measures of many lists are those of trec_eval's own code."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.kinds.kernel.retrieval import (
    AVERAGE_PRECISION,
    R_PRECISION,
    RECIPROCAL_RANK,
    Evaluation,
    ndcg,
    precision,
)
from exams.kernel.grades import TAUS
from exams.kernel.rankings import (
    by_gain,
    by_level,
    has_ties,
    labels_at,
    padded,
    trec_order,
)

BINARY = (precision(20), AVERAGE_PRECISION, R_PRECISION, RECIPROCAL_RANK)
GAINS = (ndcg(10), ndcg(20))


@given(data=st.data())
def test_they_equal_trec_eval(data: st.DataObject) -> None:
    labels = data.draw(st.lists(st.integers(-1, 5), min_size=1, max_size=40))
    scores = st.sampled_from([3.0, 2.0, 2.0 + 1e-9, 1.0, 0.5, -1.0, 1e30])
    docs = st.lists(st.integers(0, 59), unique=True, min_size=1, max_size=45)
    lists = data.draw(st.lists(docs, min_size=1, max_size=4))
    graded = {f"d{n:02}": g for n, g in enumerate(labels) if g >= 0} or {"d99": 0}
    pool = np.array(list(graded.values()), dtype=np.int8)
    rankings, places = [], []
    for docids in lists:
        given_scores = data.draw(
            st.lists(scores, min_size=len(docids), max_size=len(docids))
        )
        names = [f"d{n:02}" for n in docids]
        rankings.append(dict(zip(names, given_scores, strict=True)))
        rows = np.array([n if n < len(labels) else -1 for n in docids])
        if has_ties(given_scores):
            rows = trec_order(rows, given_scores, names)
        places.append(rows)
    found = labels_at(np.array(labels, dtype=np.int8), padded(places, 100))
    for tau in TAUS:
        evaluation = Evaluation({"t": graded}, (*BINARY, *GAINS), level=tau)
        ours = by_level(found, pool, tau) | by_gain(found, pool)
        for place, ranking in enumerate(rankings):
            [expected] = evaluation.score({"t": ranking}).values()
            mine = [float(ours[m.name][place]) for m in (*BINARY, *GAINS)]
            assert mine == pytest.approx(expected, abs=1e-12)


def test_a_run_without_passages_has_zeros() -> None:
    nothing = padded([np.array([], dtype=np.int64)], 20)
    found = labels_at(np.array([5], dtype=np.int8), nothing)
    pool = np.array([5], dtype=np.int8)
    values = by_level(found, pool, 1) | by_gain(found, pool)
    assert all(value.tolist() == [0.0] for value in values.values())


def test_lists_of_unlike_lengths_are_cut_and_filled() -> None:
    table = padded([np.array([4, 2, 0]), np.array([1])], 2)
    assert table.tolist() == [[4, 2], [1, -1]]
    assert padded([], 20).shape == (0, 0)
