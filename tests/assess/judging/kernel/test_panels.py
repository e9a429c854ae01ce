from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.panels import (
    MAJORITY_OF_THREE,
    NO_PLACE,
    QUORUM,
    RULES,
    Rule,
    UnknownVote,
    Votes,
    combine,
)
from tests.assess.judging.kernel.one_item import Vote, combine_votes

GRADES = ["0", "1", "2", "3", "4"]


def votes(*values: str) -> list[Vote]:
    return [Vote(value) for value in values]


def combined(
    rule: Rule,
    cast: Sequence[Vote],
    *,
    scale: Sequence[str] = GRADES,
    apart: Sequence[str] = (),
) -> str | None:
    """Combine the votes on one item."""
    rows = [
        (0, member, scale.index(v.value), NO_PLACE if v.given is None else v.given)
        for member, v in enumerate(cast)
        if v.value
    ]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 4).T
    flags = np.isin(scale, apart)
    found = combine(rule, Votes(*columns), scale=len(scale), apart=flags)
    return scale[found.value[0]] if len(found.item) else None


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("cast", [(), ("",), ("", "")])
def test_a_panel_without_votes_has_no_label(rule: Rule, cast: tuple[str, ...]) -> None:
    assert combined(rule, votes(*cast)) is None


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
    assert combined(rule, votes(*cast)) == expected


def test_of_two_assessors_the_earlier_label_stands() -> None:
    cast = [
        Vote("1", 2),
        Vote("3", 1),
        Vote("4"),
    ]
    assert combined("assessors", cast) == "3"


@pytest.mark.parametrize("rule", RULES)
def test_a_vote_off_the_scale_counts_only_as_it_is(rule: Rule) -> None:
    columns = [np.array([number]) for number in (0, 0, len(GRADES), NO_PLACE)]
    none = np.zeros(len(GRADES), dtype=bool)
    if rule in {"first", "assessors"}:
        found = combine(rule, Votes(*columns), scale=len(GRADES), apart=none)
        assert found.value.tolist() == [len(GRADES)]
    else:
        with pytest.raises(UnknownVote, match="none of the 5"):
            combine(rule, Votes(*columns), scale=len(GRADES), apart=none)


@given(st.sampled_from(RULES), st.sampled_from(GRADES), st.integers(1, 6))
def test_one_mind_is_the_panels_mind(rule: Rule, value: str, size: int) -> None:
    enough = size >= QUORUM or rule != MAJORITY_OF_THREE
    said = combined(rule, votes(*[value] * size))
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
    first, second = (combined(rule, votes(*cast)) for cast in casts)
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
    assert combined(rule, votes(*cast), scale=scale, apart=["exempt"]) == expected


SCALE = ("none", "half", "full", "aside")
APART = np.array([False, False, False, True])
MEMBERS, ITEMS = 4, 3
votes_of = st.dictionaries(
    st.tuples(st.integers(0, ITEMS - 1), st.integers(0, MEMBERS - 1)),
    st.tuples(st.integers(0, len(SCALE) - 1), st.booleans()),
)


@pytest.mark.parametrize("rule", RULES)
def test_no_votes_say_nothing(rule: Rule) -> None:
    none = np.array([], dtype=np.int64)
    votes = Votes(none, none, none, none)
    said = combine(rule, votes, scale=len(SCALE), apart=APART)
    assert len(said.item) == len(said.value) == 0


@pytest.mark.parametrize("rule", RULES)
@given(cast=votes_of, seed=st.randoms(use_true_random=False))
def test_it_combines_many_items_as_each_alone(
    rule: Rule,
    cast: dict[tuple[int, int], tuple[int, bool]],
    seed: st.DataObject,
) -> None:
    order = list(cast)
    seed.shuffle(order)  # type: ignore[attr-defined]
    given_at = {
        pair: place if cast[pair][1] else NO_PLACE for place, pair in enumerate(order)
    }
    rows = [(*pair, value, given_at[pair]) for pair, (value, _) in cast.items()]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 4).T
    said = combine(rule, Votes(*columns), scale=len(SCALE), apart=APART)

    expected = {}
    for item in range(ITEMS):
        votes = [
            Vote(SCALE[cast[pair][0]], given_at[pair] if cast[pair][1] else None)
            if (pair := (item, member)) in cast
            else Vote("")
            for member in range(MEMBERS)
        ]
        value = combine_votes(rule, votes, scale=SCALE, apart=("aside",))
        if value is not None:
            expected[item] = value
    found = zip(said.item.tolist(), said.value.tolist(), strict=True)
    assert {item: SCALE[value] for item, value in found} == expected
    assert list(expected) == said.item.tolist()
