import pytest
from hypothesis import given
from hypothesis import strategies as st

from nuggets.kernel.run_means import RunMean, Spread, run_mean, spread, topic_values

TOPICS = ["a", "b", "c", "d"]


def test_over_no_topics_there_is_no_mean() -> None:
    assert run_mean({}, []) == RunMean(None, 0, (), ())


def test_an_unanswered_topic_counts_0() -> None:
    found = run_mean({"a": 1.0, "b": 0.5}, TOPICS)
    assert found == RunMean(0.375, 4, ("c", "d"), ())


def test_leaving_unanswered_topics_out_is_an_option() -> None:
    found = run_mean({"a": 1.0, "b": 0.5}, TOPICS, unanswered="left_out")
    assert found == RunMean(0.75, 2, ("c", "d"), ())


def test_undefined_topics_are_listed_and_never_counted() -> None:
    found = run_mean({"a": 1.0, "b": None}, TOPICS, undefined={"c"})
    assert found == RunMean(0.5, 2, ("d",), ("b", "c"))


def test_topics_outside_the_judged_ones_do_not_count() -> None:
    assert run_mean({"a": 1.0, "z": 0.0}, ["a"]).mean == 1.0


def test_the_values_come_topic_by_topic() -> None:
    values = topic_values({"b": 0.5, "a": None}, TOPICS, undefined=["d"])
    assert list(values) == [("b", 0.5), ("c", 0.0)]


def test_the_spread_of_nothing_is_undefined() -> None:
    assert spread({}) == Spread(None, None, None, 0)
    assert spread({"a": {"r": None}}) == Spread(None, None, None, 0)


def test_the_spread_is_over_runs_then_averaged_over_topics() -> None:
    scores: dict[str, dict[str, float | None]] = {
        "a": {"r": 0.0, "s": 0.4, "t": 1.0, "control": 9.0},
        "b": {"r": 0.8, "s": 0.2, "t": None, "control": 9.0},
    }
    found = spread(scores, controls={"control"})
    assert found[:3] == pytest.approx((0.1, 0.45, 0.9))
    assert found.n == 2


@given(
    st.dictionaries(st.sampled_from(TOPICS), st.one_of(st.none(), st.floats(0, 1))),
    st.sets(st.sampled_from(TOPICS)),
)
def test_every_topic_is_counted_or_listed(
    scores: dict[str, float | None], undefined: set[str]
) -> None:
    zero = run_mean(scores, TOPICS, undefined=undefined)
    left_out = run_mean(scores, TOPICS, undefined=undefined, unanswered="left_out")
    assert zero.n + len(zero.undefined) == len(TOPICS)
    assert left_out.n + len(left_out.undefined) + len(left_out.unanswered) == 4
    if zero.mean is not None and left_out.mean is not None:
        assert 0 <= zero.mean <= left_out.mean + 1e-12 <= 1 + 1e-12
