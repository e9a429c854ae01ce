"""Correlations of many rankings at once, against scipy and autojudge-evaluate."""

from __future__ import annotations

import csv
import importlib.util
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr

from assess.analysis.kernel.rank_correlation import correlations
from tests.real_data import real

SCORES = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0]), min_size=2, max_size=9)


def _rows(*rows: list[float]) -> np.ndarray:
    return np.array(rows, dtype=np.float64)


@given(SCORES, st.randoms(use_true_random=False))
def test_tau_and_rho_are_scipys(a: list[float], random: object) -> None:
    b = list(a)
    random.shuffle(b)  # type: ignore[attr-defined]
    found = correlations(_rows(a), _rows(b))
    if len(set(a)) < 2:
        assert np.isnan([found.tau[0], found.rho[0], found.tau_ap[0]]).all()
        return
    assert found.tau[0] == pytest.approx(kendalltau(a, b).statistic, abs=1e-9)
    assert found.rho[0] == pytest.approx(spearmanr(a, b).statistic, abs=1e-9)


def test_many_rankings_are_those_one_by_one() -> None:
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 9, (2, 600, 30)) / 8
    found = correlations(a, b)
    for row in (0, 255, 256, 599):
        expected = kendalltau(a[row], b[row]).statistic
        assert found.tau[row] == pytest.approx(expected, abs=1e-9)


def test_an_undefined_run_is_left_out_of_its_ranking_alone() -> None:
    a = _rows([1, 2, 3, 4], [1, 2, 3, 4])
    b = _rows([1, 2, math.nan, 3], [4, 3, 2, 1])
    found = correlations(a, b)
    assert found.tau.tolist() == pytest.approx([1.0, -1.0])
    assert found.rho.tolist() == pytest.approx([1.0, -1.0])
    assert found.tau_ap.tolist() == pytest.approx([1.0, -1.0])


@pytest.mark.parametrize("runs", [0, 1])
def test_fewer_than_two_runs_have_none(runs: int) -> None:
    found = correlations(np.zeros((3, runs)), np.zeros((3, runs)))
    assert np.isnan(found.tau).all()
    assert found.tau.shape == (3,)


def test_means_that_differ_in_the_last_bit_are_tied() -> None:
    found = correlations(_rows([0.1 + 0.2, 0.3, 0.5]), _rows([1, 2, 3]))
    assert found.tau[0] == pytest.approx(2 / 6**0.5)


def test_tau_ap_weighs_the_top() -> None:
    best_first = [5.0, 4.0, 3.0, 2.0, 1.0]
    top_swapped = [4.0, 5.0, 3.0, 2.0, 1.0]
    end_swapped = [5.0, 4.0, 3.0, 1.0, 2.0]
    found = correlations(_rows(best_first, best_first), _rows(top_swapped, end_swapped))
    assert found.tau[0] == pytest.approx(found.tau[1])
    # One direction: the second place has 0 of 1 above it right, the others all.
    assert found.tau_ap[0] == pytest.approx(2 * (0 + 1 + 1 + 1) / 4 - 1)
    assert found.tau_ap[1] == pytest.approx(2 * (1 + 1 + 1 + 3 / 4) / 4 - 1)


def test_tau_ap_is_that_of_autojudge_evaluate() -> None:
    tauap_b = _reference()
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, 12, (2, 50, 20)) / 11
    found = correlations(a, b)
    for x, y, tau_ap in zip(a, b, found.tau_ap, strict=True):
        assert tau_ap == pytest.approx(tauap_b(x, y), abs=1e-9)


def test_the_runs_of_2024_correlate_as_autojudge_evaluate_says() -> None:
    tauap_b = _reference()
    with real("rag24-scores.csv").open() as file:
        rows = list(csv.DictReader(file))
    a, b = (
        np.array([float(row[f"{side}_Vstrict"]) for row in rows])
        for side in ("manual", "auto")
    )
    found = correlations(a[None], b[None])
    assert found.tau_ap[0] == pytest.approx(tauap_b(a, b), abs=1e-9)
    # Its kendall and spearman are scipy's.
    assert found.tau[0] == pytest.approx(kendalltau(a, b).statistic, abs=1e-9)
    assert found.rho[0] == pytest.approx(spearmanr(a, b).statistic, abs=1e-9)


def _reference() -> Callable[[np.ndarray, np.ndarray], float]:
    """Return the reference's tau_AP,b; importing its package uses the network."""
    package = importlib.util.find_spec("autojudge_evaluate")
    if package is None or not package.submodule_search_locations:
        pytest.skip("autojudge-evaluate is not installed")
    path = Path(package.submodule_search_locations[0]) / "pyircore.py"
    spec = importlib.util.spec_from_file_location("pyircore", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[[np.ndarray, np.ndarray], float] = module.tauap_b
    return found
