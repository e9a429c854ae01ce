import csv
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.analysis.kernel.rank_agreement import RankAgreement, rank_agreement
from tests.real_data import real

scores = st.dictionaries(
    st.sampled_from("abcdefgh"),
    st.one_of(st.none(), st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0])),
)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ({}, {}, (0, None, None, 0)),
        ({"x": 0.5}, {"x": 0.5}, (1, None, None, 0)),
        ({"x": 1.0, "y": 2.0}, {"x": 3.0, "y": 3.0}, (2, None, None, 0)),
        ({"x": 1.0, "y": 2.0}, {"x": 3.0, "y": 4.0}, (2, 1.0, 1.0, 0)),
        ({"x": 1.0, "y": 2.0}, {"x": 4.0, "y": 3.0}, (2, -1.0, -1.0, 0)),
        ({"x": 1.0, "y": 2.0, "z": 9.0}, {"x": 4.0, "y": None}, (1, None, None, 1)),
    ],
)
def test_rank_agreement_of_small_maps(
    a: dict[str, float | None],
    b: dict[str, float | None],
    expected: tuple[int, float | None, float | None, int],
) -> None:
    found = rank_agreement(a, b)
    assert (found.n, found.left_out) == (expected[0], expected[3])
    assert found[1:3] == pytest.approx(expected[1:3])


def test_ties_are_those_of_tau_b() -> None:
    a = {"w": 1.0, "x": 2.0, "y": 2.0, "z": 3.0}
    b = {"w": 1.0, "x": 3.0, "y": 2.0, "z": 4.0}
    # 5 concordant, 0 discordant, one pair tied in a alone: 5 / sqrt(5 * 6).
    assert rank_agreement(a, b).kendall_tau == pytest.approx(5 / 30**0.5)


def test_means_that_differ_in_the_last_bit_are_tied() -> None:
    a = {"x": 0.1 + 0.2, "y": 0.3, "z": 0.5}
    b = {"x": 1.0, "y": 2.0, "z": 3.0}
    assert rank_agreement(a, b).kendall_tau == pytest.approx(2 / 6**0.5)


@given(scores, scores, st.randoms(use_true_random=False))
def test_it_is_symmetric_bounded_and_blind_to_order(
    a: dict[str, float | None], b: dict[str, float | None], rng: random.Random
) -> None:
    found = rank_agreement(a, b)
    keys = list(a)
    rng.shuffle(keys)
    for other in (rank_agreement(b, a), rank_agreement({k: a[k] for k in keys}, b)):
        assert (other.n, other.left_out) == (found.n, found.left_out)
        assert other[1:3] == pytest.approx(found[1:3])
    for value in found[1:3]:
        assert value is None or -1.0000001 <= value <= 1.0000001
    assert (found.kendall_tau is None) == (found.spearman_rho is None)


@pytest.mark.parametrize(
    ("metric", "tau"),
    [
        ("Vstrict", 0.7832),
        ("V", 0.7798),
        ("Wstrict", 0.8075),
        ("W", 0.8297),
        ("Astrict", 0.8182),
        ("A", 0.8323),
    ],
)
def test_the_45_runs_of_2024_rank_as_published(metric: str, tau: float) -> None:
    found = _rag24(metric, {"AG", "RAG"})
    assert found.n == 45
    assert found.kendall_tau == pytest.approx(tau, abs=5e-5)


@pytest.mark.parametrize(
    ("task", "n", "tau"), [("AG", 14, 0.7363), ("RAG", 31, 0.7707)]
)
def test_each_task_of_2024_ranks_as_published(task: str, n: int, tau: float) -> None:
    found = _rag24("Vstrict", {task})
    assert found.n == n
    assert found.kendall_tau == pytest.approx(tau, abs=5e-5)


def _rag24(metric: str, tasks: set[str]) -> RankAgreement:
    with real("rag24-scores.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["task"] in tasks]
    sides = ("manual", "auto")
    a, b = ({r["run"]: float(r[f"{side}_{metric}"]) for r in rows} for side in sides)
    return rank_agreement(a, b)
