from itertools import permutations, product

import numpy as np
import pytest
from scipy.stats import permutation_test

from assess.analysis.kernel.significance import (
    holm,
    holm_permutations,
    randomization_tests,
    randomized_tukey,
)

NAN = float("nan")


def rng(seed: int = 7) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("shape", [(0, 0), (0, 4), (1, 4), (2, 0)])
def test_nothing_to_compare_has_no_p(shape: tuple[int, int]) -> None:
    values = np.zeros(shape)
    assert np.isnan(randomization_tests(values, rng=rng()).p).all()
    assert np.isnan(randomized_tukey(values, rng=rng()).p).all()
    assert np.isnan(holm(np.full((shape[0], shape[0]), NAN))).all()


def test_few_topics_are_enumerated() -> None:
    values = rng(2).random((3, 8))
    found = randomization_tests(values, rng=rng())
    assert (found.exact, found.drawn) == (True, 256)
    for a, b in ((0, 1), (0, 2), (1, 2)):
        gaps = values[a] - values[b]
        sums = [abs(np.dot(signs, gaps)) for signs in product((-1, 1), repeat=8)]
        expected = np.mean(np.array(sums) >= abs(gaps.sum()) - 1e-12)
        assert found.p[a, b] == found.p[b, a] == pytest.approx(expected)


def test_it_is_scipys_paired_permutation_test() -> None:
    values = rng(2).random((2, 12))

    def gap(a: np.ndarray, b: np.ndarray, axis: int) -> np.ndarray:
        return np.asarray(np.mean(a, axis=axis) - np.mean(b, axis=axis))

    exact = permutation_test(
        (values[0], values[1]),
        gap,
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    ).pvalue
    assert randomization_tests(values, rng=rng()).p[0, 1] == pytest.approx(exact)
    drawn = randomization_tests(values, rng=rng(), permutations=4_000)
    assert not drawn.exact
    assert drawn.p[0, 1] == pytest.approx(exact, abs=0.03)


def test_the_smallest_p_counts_the_seen_arrangement() -> None:
    values = np.array([np.zeros(20), np.ones(20)])
    found = randomization_tests(values, rng=rng(), permutations=999)
    assert found.p[0, 1] == 1 / 1000
    assert randomized_tukey(values, rng=rng(), permutations=999).p[0, 1] == 1 / 1000


def test_a_pair_is_compared_on_the_topics_that_both_have() -> None:
    values = np.array([[0.1, 0.9, NAN, 0.4], [0.3, NAN, 0.5, 0.8], [NAN] * 4])
    found = randomization_tests(values, rng=rng())
    alone = randomization_tests(values[:2][:, [0, 3]], rng=rng())
    assert found.p[0, 1] == alone.p[0, 1] == 0.5
    assert found.topics[0, 1] == 2
    assert np.isnan(found.p[2, :2]).all()
    assert found.topics[0, 2] == 0


def test_equal_runs_have_p_1() -> None:
    values = np.array([[0.1, 0.2, 0.3], [0.1, 0.2, 0.3]])
    assert randomization_tests(values, rng=rng()).p[0, 1] == 1.0
    assert randomized_tukey(values, rng=rng()).p[0, 1] == 1.0


def test_tukeys_p_is_that_of_all_shuffles_within_topics() -> None:
    values = np.array([[0.0, 0.1, 0.2], [0.3, 0.2, 0.6], [0.9, 0.5, 0.8]])
    ranges = []
    for orders in product(permutations(range(3)), repeat=3):
        sums = sum(values[list(order), t] for t, order in enumerate(orders))
        ranges.append(np.ptp(sums))
    found = randomized_tukey(values, rng=rng(), permutations=20_000)
    for a, b in ((0, 1), (0, 2), (1, 2)):
        own = abs(values[a].sum() - values[b].sum())
        expected = np.mean(np.array(ranges) >= own - 1e-9)
        assert found.p[a, b] == pytest.approx(expected, abs=0.015)


def test_tukey_uses_the_topics_that_every_judged_run_has() -> None:
    values = np.array([[0.1, 0.9, NAN, 0.4], [0.3, 0.5, 0.5, 0.8], [NAN] * 4])
    found = randomized_tukey(values, rng=rng())
    assert found.topics[0, 1] == 3
    assert found.topics[0, 2] == 0
    assert np.isnan(found.p[2]).all()
    assert np.isnan(np.diag(found.p)).all()


def test_without_a_common_topic_tukey_says_nothing() -> None:
    values = np.array([[0.1, NAN], [NAN, 0.5]])
    assert np.isnan(randomized_tukey(values, rng=rng()).p).all()


def test_tukey_rarely_tells_equal_runs_apart() -> None:
    told = 0
    for campaign in range(100):
        values = rng(campaign).beta(2, 5, size=(8, 20)) + rng(campaign).random(20)
        p = randomized_tukey(values, rng=rng(campaign), permutations=400).p
        told += bool(np.nanmin(p) <= 0.05)
    assert told <= 10  # 5 expected; more than 10 happens once in 90


def test_holm_is_that_of_statsmodels() -> None:
    raw = np.array([0.01, 0.04, 0.03, 0.005, 0.2, 0.04])
    p = np.full((4, 4), NAN)
    p[np.triu_indices(4, 1)] = raw
    p = np.where(np.isnan(p), p.T, p)
    found = holm(p)[np.triu_indices(4, 1)]
    # statsmodels 0.14: multipletests(raw, method="holm")
    assert found == pytest.approx([0.05, 0.12, 0.12, 0.03, 0.2, 0.12])


def test_holm_leaves_out_pairs_without_a_p() -> None:
    p = np.array([[NAN, 0.02, NAN], [0.02, NAN, 0.03], [NAN, 0.03, NAN]])
    assert holm(p)[0, 1] == pytest.approx(0.04)
    assert holm(p)[1, 2] == pytest.approx(0.04)
    assert np.isnan(holm(p)[0, 2])


def test_holm_needs_many_permutations_for_many_runs() -> None:
    assert holm_permutations(2) == 19
    assert holm_permutations(45) == 19_799
    values = np.array([np.zeros(40), np.zeros(40), np.ones(40)])
    needed = holm_permutations(3)
    enough = randomization_tests(values, rng=rng(), permutations=needed)
    fewer = randomization_tests(values, rng=rng(), permutations=needed - 1)
    assert np.nanmin(holm(enough.p)) <= 0.05
    assert np.nanmin(holm(fewer.p)) > 0.05
