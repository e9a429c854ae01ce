import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.kinds.kernel.grades import CoveredGrade, grade_for_ticks
from assess.kinds.kernel.relevance_baseline import (
    grade_with_subnarratives,
    grade_without_subnarratives,
)
from assess.kinds.kernel.support_baseline import support_label

TOPIC = "I want to understand tidal power. How do lagoons differ from barrages?"
PARTS = ["cost of lagoons", "habitat of fish", "turbine noise", "grid value", "silt"]
ALL_PARTS = "Lagoons cost much, fish lose habitat, turbine noise, grid value, and silt."


@pytest.mark.parametrize(
    ("covered", "grade"), [(0, None), (1, 2), (2, 3), (3, 3), (4, 4), (19, 4)]
)
def test_the_grade_follows_from_the_number_covered(
    covered: int, grade: int | None
) -> None:
    assert grade_for_ticks(covered) == grade


def test_fewer_than_none_is_no_number_of_ticks() -> None:
    with pytest.raises(ValueError, match="fewer than no"):
        grade_for_ticks(-1)


@pytest.mark.parametrize(
    ("passage", "expected"),
    [
        ("", CoveredGrade(0)),
        ("Bread is baked from flour.", CoveredGrade(0)),
        ("Tidal power is understood well.", CoveredGrade(1)),
        ("The habitat of a fish is small.", CoveredGrade(2, (1,))),
        ("Fish habitats, and noise from turbines.", CoveredGrade(3, (1, 2))),
        (ALL_PARTS, CoveredGrade(4, (0, 1, 2, 3, 4))),
    ],
)
def test_covered_subnarratives_make_the_grade(
    passage: str, expected: CoveredGrade
) -> None:
    assert grade_with_subnarratives(TOPIC, PARTS, passage) == expected


@pytest.mark.parametrize(
    ("passage", "grade"),
    [
        ("", 0),
        ("bread", 0),
        ("tidal water", 1),
        ("tidal energy", 2),
        ("lagoons store tidal water", 3),
        ("how do tidal lagoons store energy", 3),
    ],
)
def test_without_subnarratives_overlap_makes_0_to_3(passage: str, grade: int) -> None:
    topic = "tidal lagoons store energy"
    assert grade_without_subnarratives(topic, passage).grade == grade


@given(st.text(max_size=30), st.lists(st.text(max_size=9), max_size=6), st.text())
def test_a_grade_is_on_its_scale(topic: str, parts: list[str], passage: str) -> None:
    assert 0 <= grade_with_subnarratives(topic, parts, passage).grade <= 4
    assert 0 <= grade_without_subnarratives(topic, passage).grade <= 3


@pytest.mark.parametrize(
    ("sentence", "segment", "label"),
    [
        ("", "", "no_support"),
        ("It is as it was.", "It is as it was.", "no_support"),
        ("Lagoons hold water.", "", "no_support"),
        ("Lagoons hold water.", "A lagoon holds water behind a wall", "full_support"),
        ("Lagoons hold cold water.", "lagoon water", "partial_support"),
        ("Lagoons hold very cold fresh water.", "a lagoon", "no_support"),
    ],
)
def test_shared_words_make_the_support_label(
    sentence: str, segment: str, label: str
) -> None:
    assert support_label(sentence, segment) == label
