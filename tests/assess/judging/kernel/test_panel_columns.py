"""A panel over columns says what it says of each item alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.panel_columns import NO_PLACE, Votes, combine_columns
from assess.judging.kernel.panels import RULES, Rule, Vote, combine

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
    said = combine_columns(rule, votes, scale=len(SCALE), apart=APART)
    assert len(said.item) == len(said.value) == 0


@pytest.mark.parametrize("rule", RULES)
@given(cast=votes_of, seed=st.randoms(use_true_random=False))
def test_it_says_what_combine_says_of_each_item(
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
    said = combine_columns(rule, Votes(*columns), scale=len(SCALE), apart=APART)

    expected = {}
    for item in range(ITEMS):
        votes = [
            Vote(SCALE[cast[pair][0]], given_at[pair] if cast[pair][1] else None)
            if (pair := (item, member)) in cast
            else Vote("")
            for member in range(MEMBERS)
        ]
        value = combine(rule, votes, scale=SCALE, apart=("aside",))
        if value is not None:
            expected[item] = value
    found = zip(said.item.tolist(), said.value.tolist(), strict=True)
    assert {item: SCALE[value] for item, value in found} == expected
    assert list(expected) == said.item.tolist()
