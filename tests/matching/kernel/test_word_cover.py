"""Word cover, one pair at a time and many at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matching.kernel.word_cover import cover, covers

TEXTS = st.lists(st.text(alphabet="ab C1,é ", max_size=12), max_size=4)


@pytest.mark.parametrize(
    ("text", "nugget", "percent"),
    [
        ("", "", 0.0),
        ("anything", "…", 0.0),
        ("Ice is cold", "ice", 100.0),
        ("Ice", "ice in the harbour", 25.0),
        ("a b", "a b c", 66.7),
        ("ice ice", "ice snow", 50.0),
    ],
)
def test_the_share_of_a_nuggets_words(text: str, nugget: str, percent: float) -> None:
    assert cover(text, nugget) == percent


@given(TEXTS, TEXTS)
def test_many_at_once_are_as_one_at_a_time(texts: list[str], golds: list[str]) -> None:
    wanted = [[cover(text, gold) for gold in golds] for text in texts]
    found = covers(texts, golds)
    assert found.shape == (len(texts), len(golds))
    assert np.array_equal(found, np.array(wanted).reshape(found.shape))
