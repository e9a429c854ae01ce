import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nuggets.kernel.nugget_scores import METRICS, Judged, Unlabelled, score_response
from nuggets.kernel.score_table import (
    BadTable,
    Bank,
    Labels,
    ScoreTable,
    score_table,
)

IMPORTANCES = ["", "okay", "vital"]
VALUES = ["not_support", "partial_support", "support"]


def ints(values: list[int]) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
    return np.array(values, dtype=np.int64)


def table(
    bank: list[tuple[int, int, int]],
    topics: list[int],
    labels: list[tuple[int, int, int]],
    unlabelled: Unlabelled = "undefined",
) -> ScoreTable:
    columns = [[row[i] for row in bank] for i in range(3)]
    rows = [[row[i] for row in labels] for i in range(3)]
    return score_table(
        Bank(*map(ints, columns)),
        ints(topics),
        Labels(*map(ints, rows)),
        unlabelled=unlabelled,
    )


def test_no_responses_give_an_empty_table() -> None:
    found = table([], [], [])
    assert found.scores.shape == (0, len(METRICS))
    assert found.coverage.shape == (0,)


def test_a_response_to_a_topic_without_nuggets_is_undefined() -> None:
    found = table([(0, 2, -1)], [1], [])
    assert np.isnan(found.scores).all()
    assert found.nuggets.tolist() == [0]


def test_it_refuses_a_nugget_of_another_topic() -> None:
    with pytest.raises(BadTable, match="two topics"):
        table([(0, 2, -1)], [1], [(0, 0, 2)])


def test_it_refuses_two_labels_of_one_nugget() -> None:
    with pytest.raises(BadTable, match="twice"):
        table([(0, 2, -1)], [0], [(0, 0, 2), (0, 0, 1)])


@st.composite
def worlds(
    draw: st.DrawFn,
) -> tuple[list[tuple[int, int, int]], list[int], list[tuple[int, int, int]]]:
    nuggets = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(-1, 1))
    drawn = draw(st.lists(nuggets, max_size=10))
    bank = [
        (topic, kind, sub if sub < 0 else 2 * topic + sub) for topic, kind, sub in drawn
    ]
    topics = draw(st.lists(st.integers(0, 3), max_size=6))
    labels = [
        (response, nugget, value)
        for response, topic in enumerate(topics)
        for nugget, row in enumerate(bank)
        if row[0] == topic
        and (value := draw(st.sampled_from([-1, 0, 0, 1, 2, 2]))) >= 0
    ]
    return bank, topics, draw(st.permutations(labels))


@given(worlds(), st.sampled_from(["undefined", "not_support"]))
def test_it_is_the_simple_score_of_every_response(
    world: tuple[list[tuple[int, int, int]], list[int], list[tuple[int, int, int]]],
    unlabelled: Unlabelled,
) -> None:
    bank, topics, labels = world
    found = table(bank, topics, labels, unlabelled)
    given_labels = {(response, nugget): value for response, nugget, value in labels}
    for response, topic in enumerate(topics):
        nuggets = [
            Judged(
                IMPORTANCES[kind],
                VALUES[value]
                if (value := given_labels.get((response, row), -1)) >= 0
                else "",
                None if sub < 0 else sub,
            )
            for row, (its_topic, kind, sub) in enumerate(bank)
            if its_topic == topic
        ]
        simple = score_response(nuggets, unlabelled=unlabelled)
        expected = [getattr(simple, metric) for metric in METRICS]
        expected.append(simple.coverage)
        row = [*found.scores[response].tolist(), float(found.coverage[response])]
        actual = [None if math.isnan(value) else value for value in row]
        assert actual == pytest.approx(expected)
        assert found.nuggets[response] == simple.nuggets
        assert found.unlabelled[response] == simple.unlabelled
