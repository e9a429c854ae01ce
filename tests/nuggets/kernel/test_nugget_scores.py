import math
from collections.abc import Hashable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nuggets.assignment.kind import GRADES
from nuggets.kernel.nugget_scores import (
    IMPORTANCES,
    MEASURES,
    NAMES,
    VALUES,
    BadTable,
    Labels,
    ResponseScores,
    ScoredBank,
    Unlabelled,
    grounds,
    score_responses,
)
from runs.kernel import primary
from tests.nuggets.kernel.one_response import Judged, score_response

CODES = {"S": "support", "P": "partial_support", "N": "not_support", "-": ""}

judged = st.builds(
    Judged,
    importance=st.sampled_from(IMPORTANCES),
    value=st.sampled_from(VALUES),
    subnarrative=st.sampled_from([None, "cost", "habitat"]),
)
banks = st.lists(judged, max_size=12)
Scores = dict[str, float | None]


def nuggets(*, vital: str = "", okay: str = "", plain: str = "") -> list[Judged]:
    named = {"vital": vital, "okay": okay, "": plain}
    return [
        Judged(importance, CODES[code])
        for importance, codes in named.items()
        for code in codes
    ]


def ints(values: list[int]) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
    return np.array(values, dtype=np.int64)


def table(
    bank: list[tuple[int, int, int]],
    topics: list[int],
    labels: list[tuple[int, int, int]],
    unlabelled: Unlabelled = "undefined",
) -> ResponseScores:
    columns = [[row[i] for row in bank] for i in range(3)]
    rows = [[row[i] for row in labels] for i in range(3)]
    return score_responses(
        ScoredBank(*map(ints, columns)),
        ints(topics),
        Labels(*map(ints, rows)),
        unlabelled=unlabelled,
    )


def named(found: ResponseScores, response: int) -> Scores:
    column = found.values[:, response].tolist()
    values = [None if math.isnan(value) else value for value in column]
    return dict(zip(NAMES, values, strict=True))


def columns(bank: list[Judged]) -> list[tuple[int, int, int]]:
    """Return the nuggets of one topic by number."""
    parts: list[Hashable] = [None]
    parts += dict.fromkeys(n.subnarrative for n in bank if n.subnarrative is not None)
    return [
        (0, IMPORTANCES.index(n.importance), parts.index(n.subnarrative) - 1)
        for n in bank
    ]


def score(bank: list[Judged], unlabelled: Unlabelled = "undefined") -> Scores:
    """Score one response to one topic."""
    labels = [
        (0, row, VALUES.index(nugget.value))
        for row, nugget in enumerate(bank)
        if nugget.value
    ]
    return named(table(columns(bank), [0], labels, unlabelled), 0)


def rounded(scores: Scores) -> tuple[float | None, ...]:
    order = ("A", "A_strict", "V", "V_strict", "W", "W_strict")
    values = [scores[name] for name in order]
    return tuple(None if value is None else round(value, 4) for value in values)


def test_the_names_and_values_are_those_of_profiles_and_labels() -> None:
    assert NAMES == primary.NUGGETS
    assert tuple(grade.value for grade in GRADES) == VALUES


def test_an_empty_bank_leaves_everything_undefined() -> None:
    assert score([]) == dict.fromkeys(NAMES)


@pytest.mark.parametrize(
    ("bank", "expected"),
    [
        # P1 Table 5: AutoNuggets / AutoAssign, then post-edited / ManualAssign.
        (
            nuggets(vital="SNPSPPSSN", okay="SSPPPP"),
            (0.6333, 0.4, 0.6111, 0.4444, 0.625, 0.4167),
        ),
        (
            nuggets(vital="SNNNNN", okay="SSSSNNNNNNNN"),
            (0.2778, 0.2778, 0.1667, 0.1667, 0.25, 0.25),
        ),
        # P4 Table 3, by FORMATS' worked vector.
        (nuggets(vital="SPP", okay="SN"), (0.6, 0.4, 0.6667, 0.3333, 0.625, 0.375)),
        (nuggets(okay="SP"), (0.75, 0.5, None, None, 0.75, 0.5)),
        (nuggets(plain="SPN"), (0.5, 0.3333, None, None, None, None)),
        (nuggets(vital="S", plain="N"), (0.5, 0.5, 1.0, 1.0, 1.0, 1.0)),
    ],
)
def test_the_six_scores(bank: list[Judged], expected: tuple[float | None, ...]) -> None:
    assert rounded(score(bank)) == expected


def test_coverage_of_p4_table_3_is_two_of_four() -> None:
    bank = [
        Judged("vital", "support", "Athlete compensation issues"),
        Judged("vital", "partial_support", "Sports and cultural influence"),
        Judged("vital", "partial_support", "Business influences in sports"),
        Judged("okay", "support", "Societal impact of sports"),
        Judged("okay", "not_support", "Business influences in sports"),
        Judged("okay", "support", None),
    ]
    assert score(bank)["coverage"] == 0.5


def test_coverage_without_a_mapped_nugget_is_undefined() -> None:
    assert score(nuggets(vital="S"))["coverage"] is None


def test_one_unlabelled_nugget_leaves_the_response_undefined() -> None:
    assert score(nuggets(vital="SS", okay="-")) == dict.fromkeys(NAMES)


def test_the_caller_may_take_unlabelled_for_not_supported() -> None:
    found = score(nuggets(vital="SS", okay="-"), "not_support")
    assert rounded(found) == (0.6667, 0.6667, 1.0, 1.0, 0.8, 0.8)


@given(banks)
def test_scores_are_bounded_and_strict_is_never_more(bank: list[Judged]) -> None:
    found = score(bank)
    for name in ("A", "V", "W"):
        strict, lenient = found[f"{name}_strict"], found[name]
        assert (strict is None) == (lenient is None)
        if strict is not None and lenient is not None:
            assert 0 <= strict <= lenient <= 1


@given(banks.flatmap(lambda bank: st.tuples(st.just(bank), st.permutations(bank))))
def test_the_order_of_nuggets_does_not_matter(
    both: tuple[list[Judged], list[Judged]],
) -> None:
    assert score(both[0]) == score(both[1])


@given(banks)
def test_what_is_undefined_follows_from_the_bank_alone(bank: list[Judged]) -> None:
    found = score(bank)
    given = {nugget.importance for nugget in bank}
    lacking = {"V": not given & {"vital"}, "W": not given & {"vital", "okay"}}
    for name in MEASURES:
        undefined = lacking.get(name[0], not bank)
        assert (found[name] is None) == undefined, name


@given(banks)
def test_a_topic_is_ground_for_what_is_defined_on_it(bank: list[Judged]) -> None:
    found = score(bank)
    rows = np.array(columns(bank), dtype=np.int64).reshape(-1, 3)
    defined = [found[name] is not None for name in NAMES]
    assert grounds(ScoredBank(*rows.T), 1)[:, 0].tolist() == defined


def test_no_responses_give_an_empty_table() -> None:
    found = table([], [], [])
    assert found.values.shape == (len(NAMES), 0)


def test_a_response_to_a_topic_without_nuggets_is_undefined() -> None:
    found = table([(0, 2, -1)], [1], [])
    assert np.isnan(found.values).all()
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
def test_it_scores_every_response_as_alone(
    world: tuple[list[tuple[int, int, int]], list[int], list[tuple[int, int, int]]],
    unlabelled: Unlabelled,
) -> None:
    bank, topics, labels = world
    found = table(bank, topics, labels, unlabelled)
    values = {(response, nugget): VALUES[value] for response, nugget, value in labels}
    for response, topic in enumerate(topics):
        alone = [
            Judged(
                IMPORTANCES[importance],
                values.get((response, row), ""),
                None if sub < 0 else sub,
            )
            for row, (its_topic, importance, sub) in enumerate(bank)
            if its_topic == topic
        ]
        expected = score_response(alone, unlabelled=unlabelled)
        assert named(found, response) == expected
        assert found.nuggets[response] == len(alone)
        assert found.unlabelled[response] == sum(not each.value for each in alone)
