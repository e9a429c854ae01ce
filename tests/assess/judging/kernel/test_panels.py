import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.panels import (
    MAJORITY_OF_THREE,
    QUORUM,
    RULES,
    Rule,
    UnknownVote,
    Vote,
    combine,
)

GRADES = ["0", "1", "2", "3", "4"]


def votes(*values: str) -> list[Vote]:
    return [Vote(value) for value in values]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("cast", [(), ("",), ("", "")])
def test_a_panel_without_votes_has_no_label(rule: Rule, cast: tuple[str, ...]) -> None:
    assert combine(rule, votes(*cast), scale=GRADES) is None


@pytest.mark.parametrize(
    ("rule", "cast", "expected"),
    [
        ("first", ("", "3", "1"), "3"),
        ("first", ("2", "3", "3"), "2"),
        ("majority", ("1", "2", "2"), "2"),
        ("majority", ("1", "2"), None),
        ("majority", ("1", "2", ""), None),
        ("majority", ("1", "1", "2", "3"), "1"),
        ("majority_of_three", ("1", "1"), None),
        ("majority_of_three", ("1", "1", ""), None),
        ("majority_of_three", ("1", "3", "1"), "1"),
        ("majority_of_three", ("1", "2", "3"), None),
        ("majority_of_three", ("1", "2", "3", "3"), "3"),
        ("median", ("0", "4", "3"), "3"),
        ("median", ("1", "3"), "1"),
        ("median", ("4", "1", "2", "3"), "2"),
        ("upper_median", ("0", "4", "3"), "3"),
        ("upper_median", ("1", "3"), "3"),
        ("upper_median", ("4", "1", "2", "3"), "3"),
        ("rounded_mean", ("1", "2"), "2"),
        ("rounded_mean", ("0", "1", "1", "1"), "1"),
        ("rounded_mean", ("0", "0", "1"), "0"),
        ("assessors", ("", "2", "4"), "2"),
    ],
)
def test_each_rule_combines_as_it_says(
    rule: Rule, cast: tuple[str, ...], expected: str | None
) -> None:
    assert combine(rule, votes(*cast), scale=GRADES) == expected


def test_of_two_assessors_the_earlier_label_stands() -> None:
    cast = [
        Vote("1", 2),
        Vote("3", 1),
        Vote("4"),
    ]
    assert combine("assessors", cast, scale=GRADES) == "3"


def test_it_names_a_vote_off_the_scale() -> None:
    with pytest.raises(UnknownVote, match="'5'"):
        combine("majority", votes("5"), scale=GRADES)


@given(st.sampled_from(RULES), st.sampled_from(GRADES), st.integers(1, 6))
def test_one_mind_is_the_panels_mind(rule: Rule, value: str, size: int) -> None:
    enough = size >= QUORUM or rule != MAJORITY_OF_THREE
    said = combine(rule, votes(*[value] * size), scale=GRADES)
    assert said == (value if enough else None)


@given(
    st.sampled_from(["majority", "median", "upper_median", "rounded_mean"]),
    st.lists(st.sampled_from([*GRADES, ""]), max_size=7).flatmap(
        lambda cast: st.tuples(st.just(cast), st.permutations(cast))
    ),
)
def test_the_order_of_members_decides_only_where_it_should(
    rule: Rule, casts: tuple[list[str], list[str]]
) -> None:
    first, second = (combine(rule, votes(*cast), scale=GRADES) for cast in casts)
    assert first == second


@pytest.mark.parametrize(
    ("rule", "cast", "expected"),
    [
        ("median", ("exempt", "0", "4", "exempt"), "0"),
        ("rounded_mean", ("exempt", "1", "3"), "2"),
        ("upper_median", ("exempt", "0", "4", "exempt"), "4"),
        ("median", ("exempt", "exempt"), "exempt"),
        ("majority", ("exempt", "exempt", "4"), "exempt"),
        ("first", ("", "exempt", "4"), "exempt"),
    ],
)
def test_a_value_apart_has_no_place_in_the_order(
    rule: Rule, cast: tuple[str, ...], expected: str
) -> None:
    scale = [*GRADES, "exempt"]
    assert combine(rule, votes(*cast), scale=scale, apart=["exempt"]) == expected
