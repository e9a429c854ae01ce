"""Extracted nuggets are compared with marked ones by their places."""

import pytest

from bench.ikat_extractors import Answer, Place, Quality, compare, joint_share, placed
from matching.kernel.spans import place_span


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ((0, 10), (0, 10), 1.0),
        ((0, 10), (0, 5), 0.5),
        ((0, 10), (5, 15), 1 / 3),
        ((0, 10), (10, 20), 0.0),
        ((4, 4), (4, 4), 0.0),
    ],
)
def test_a_share_is_joint_characters_of_either(
    one: Place, other: Place, share: float
) -> None:
    assert joint_share(one, other) == joint_share(other, one) == share


def test_precision_and_recall_are_undefined_without_nuggets() -> None:
    assert compare([]) == Quality(0, 0, None, None)


def test_one_sentence_can_hit_two_marked_nuggets_of_half_its_length() -> None:
    assert compare([([(0, 10)], [(0, 5), (5, 10)])]) == Quality(1, 2, 1.0, 1.0)


def test_answers_are_pooled() -> None:
    pairs = [([(0, 10), (10, 20)], [(0, 10)]), ([(0, 9)], [(0, 3), (20, 30)])]
    assert compare(pairs) == Quality(3, 3, 1 / 3, 1 / 3)


def test_a_marked_nugget_that_the_answer_lacks_has_no_place() -> None:
    text = "Bikes have tyres. Tyres grip."
    spans = tuple(place_span(each, text) for each in ("tyres  GRIP", "Cars"))
    assert placed(spans) == Answer("", text, spans).places == [(18, 28)]
