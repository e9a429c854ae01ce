import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.agreement import (
    Measured,
    Resampling,
    clusters_of,
    tables,
    wilson,
)
from assess.judging.kernel.agreement.kappa import agreement_shares, kappas


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def measured(a: list[int], b: list[int], topics: list[int]) -> Measured:
    codes = np.array([a, b]).T
    clusters = clusters_of(np.array(topics), codes)
    sums = tables(codes[:, 0], codes[:, 1], clusters.of, size=3)
    return Resampling(clusters, rng=rng()).measured(sums, agreement_shares)


def test_one_item_has_no_interval() -> None:
    assert measured([1], [1], [5]) == Measured(1.0, None, None)


def test_no_item_has_no_value() -> None:
    codes = np.zeros((0, 2), np.int64)
    clusters = clusters_of(codes[:, 0], codes)
    sums = tables(codes[:, 0], codes[:, 1], clusters.of, size=3)
    found = Resampling(clusters, rng=rng()).measured(sums, agreement_shares)
    assert found == Measured(None, None, None)


def test_within_one_topic_items_are_drawn() -> None:
    found = measured([0] * 50 + [1] * 50, [0] * 100, [5] * 100)
    assert found.value == 0.5
    # The binomial distribution of 100 draws has its ends at 0.40 and 0.60.
    assert found.low == pytest.approx(0.40, abs=0.02)
    assert found.high == pytest.approx(0.60, abs=0.02)


def test_over_topics_whole_topics_are_drawn() -> None:
    a, b = [0] * 120, [0] * 60 + [1] * 60
    found = measured(a, b, [place // 20 for place in range(120)])
    assert found.value == 0.5
    # The binomial distribution of 6 draws: 1 of 6 topics or fewer has 11 %, 0 has 2 %.
    assert found.low == pytest.approx(1 / 6)
    assert found.high == pytest.approx(5 / 6)


def test_of_fewer_than_five_topics_items_are_drawn() -> None:
    a, b = [0] * 100, [0, 1] * 50
    found = measured(a, b, [5] * 50 + [9] * 50)
    assert found.value == 0.5
    # Both topics are equal, but a hundred items are no certainty.
    assert found.low == pytest.approx(0.40, abs=0.02)
    assert found.high == pytest.approx(0.60, abs=0.02)


def test_the_same_seed_gives_the_same_interval() -> None:
    a, b, topics = [0, 1, 2, 0] * 9, [0, 1, 1, 2] * 9, list(range(6)) * 6
    assert measured(a, b, topics) == measured(a, b, topics)


def test_a_measure_that_most_samples_leave_undefined_has_no_interval() -> None:
    codes = np.array([[0, 0]] * 40 + [[1, 1]])
    topics = np.arange(41)
    clusters = clusters_of(topics, codes)
    sums = tables(codes[:, 0], codes[:, 1], clusters.of, size=2)
    many = Resampling(clusters, rng=rng()).measured(sums, kappas)
    assert many == Measured(1.0)  # all samples that contain it are equal

    def where_there(stack: np.ndarray) -> np.ndarray:
        times = stack[..., 1, 1]
        return np.where(times > 0, times.astype(float), np.nan)

    some = Resampling(clusters, rng=rng()).measured(sums, where_there)
    assert (some.value, some.low) == (1.0, 1.0)  # 36 % miss the one topic: omitted

    def of_just_one(stack: np.ndarray) -> np.ndarray:
        return np.where(stack[..., 1, 1] == 1, 1.0, np.nan)

    few = Resampling(clusters, rng=rng()).measured(sums, of_just_one)
    assert few == Measured(1.0, None, None)  # 63 % of the samples miss it or repeat it


@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 4)),
        min_size=2,
        max_size=60,
    )
)
def test_an_interval_lies_within_the_range_and_is_in_order(
    rows: list[tuple[int, int, int]],
) -> None:
    a, b, topics = (list(column) for column in zip(*rows, strict=True))
    found = measured(a, b, topics)
    assert (found.low is None) == (found.high is None)
    if found.low is not None and found.high is not None:
        assert 0 <= found.low < found.high <= 1


@pytest.mark.parametrize("topics", [[0] * 8, [*range(8)]])
def test_a_share_that_no_sample_changes_has_wilson_s_interval(
    topics: list[int],
) -> None:
    codes = np.zeros((8, 2), np.int64)
    clusters = clusters_of(np.array(topics), codes)
    drawn, n = Resampling(clusters, rng=rng()), np.bincount(clusters.of)
    assert drawn.share(n, n) == wilson(8, 8)
    assert drawn.share(0 * n, n) == wilson(0, 8)
    assert drawn.ratio(n, n) == Measured(1.0)
    assert drawn.share(n // 2, n).value == (0.5 if len(n) == 1 else 0.0)
