"""Agreement compared with scikit-learn and the krippendorff package, to 1e-9."""

import warnings

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from assess.judging.kernel.agreement import (
    METRICS,
    UNLABELLED,
    WEIGHTS,
    Metric,
    Weights,
    alphas,
    coincidences,
    defined,
    kappas,
    tables,
)
from tests.real_data import real

GRADES = 5
PLACES = np.arange(GRADES, dtype=np.float64)
grades = st.integers(0, GRADES - 1)
two = st.lists(st.tuples(grades, grades), min_size=1, max_size=60)
judges = st.integers(2, 5)
several = judges.flatmap(
    lambda many: st.lists(
        st.tuples(*[st.integers(UNLABELLED, GRADES - 1)] * many),
        min_size=1,
        max_size=40,
    )
)
P2_TABLE_4 = np.array([[1910, 1117], [880, 2445]])


def peer_kappa(a: np.ndarray, b: np.ndarray, weights: Weights) -> float | None:
    if len({*a.tolist(), *b.tolist()}) < 2:
        return None  # undefined: it warns, and gives NaN
    by = None if weights == "none" else weights
    return float(cohen_kappa_score(a, b, labels=list(range(GRADES)), weights=by))


def peer_alpha(codes: np.ndarray, metric: Metric) -> float | None:
    data = np.where(codes == UNLABELLED, np.nan, codes).T
    pairable = codes[(codes != UNLABELLED).sum(axis=1) > 1]
    if len(set(pairable[pairable != UNLABELLED].tolist())) < 2:
        return None  # undefined: it raises, or gives NaN
    domain = list(range(GRADES))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return float(
            krippendorff.alpha(data, value_domain=domain, level_of_measurement=metric)
        )


def alpha(codes: np.ndarray, metric: Metric) -> float | None:
    pairs = coincidences(codes, np.zeros(len(codes), np.int64), size=GRADES)
    return defined(alphas(pairs.sum(axis=0), PLACES, metric=metric))


@pytest.mark.parametrize("weights", WEIGHTS)
@given(pairs=two)
def test_kappa_is_that_of_scikit_learn(
    weights: Weights, pairs: list[tuple[int, int]]
) -> None:
    a, b = np.array(pairs).T
    table = tables(a, b, np.zeros(len(a), np.int64), size=GRADES)[0]
    expected = peer_kappa(a, b, weights)
    found = defined(kappas(table, weights=weights))
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


@pytest.mark.parametrize("metric", METRICS)
@given(rows=several)
def test_alpha_is_that_of_the_krippendorff_package(
    metric: Metric, rows: list[tuple[int, ...]]
) -> None:
    codes = np.array(rows)
    expected = peer_alpha(codes, metric)
    found = alpha(codes, metric)
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


def test_kappa_of_exam_plus_plus_table_4_is_that_of_scikit_learn() -> None:
    a = np.repeat([0, 0, 1, 1], [1910, 1117, 880, 2445])
    b = np.repeat([0, 1, 0, 1], [1910, 1117, 880, 2445])
    found = float(kappas(P2_TABLE_4))
    assert found == pytest.approx(cohen_kappa_score(a, b), abs=1e-9)
    assert found == pytest.approx(0.3676, abs=5e-5)


@pytest.fixture(scope="module")
def two_models() -> np.ndarray:
    """Return the grades of the two model judges of 2025 on their shared items."""
    labels: list[dict[tuple[str, str], int]] = []
    for name in ("umbrela-codex-gpt5.5-v1.qrels", "umbrela-qwen3.5-9b-v2.qrels"):
        lines = real(f"trec-rag-2025/{name}").read_text().splitlines()
        rows = [line.split() for line in lines]
        labels.append({(row[0], row[2]): int(row[3]) for row in rows})
    a, b = labels
    return np.array([(a[item], b[item]) for item in sorted(a.keys() & b.keys())])


@pytest.mark.parametrize("weights", WEIGHTS)
def test_kappa_of_the_two_models_of_2025_is_that_of_scikit_learn(
    weights: Weights, two_models: np.ndarray
) -> None:
    a, b = two_models.T
    table = tables(a, b, np.zeros(len(a), np.int64), size=GRADES)[0]
    assert np.trace(table) / table.sum() == pytest.approx(0.4734, abs=5e-5)
    expected = peer_kappa(a, b, weights)
    assert float(kappas(table, weights=weights)) == pytest.approx(expected, abs=1e-9)
    if weights == "none":
        assert expected == pytest.approx(0.3009, abs=5e-5)


@pytest.mark.parametrize("metric", METRICS)
def test_alpha_of_the_two_models_of_2025_is_that_of_the_krippendorff_package(
    metric: Metric, two_models: np.ndarray
) -> None:
    expected = peer_alpha(two_models, metric)
    assert alpha(two_models, metric) == pytest.approx(expected, abs=1e-9)
