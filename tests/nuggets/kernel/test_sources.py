"""The passages to which a drafted nugget is traced."""

import pytest

from nuggets.kernel.sources import best_sources

SALT = "Salt lowers the freezing point of water."
GULLS = "Gulls eat chips."


@pytest.mark.parametrize(
    ("nugget", "passages", "places"),
    [
        ("salt lowers freezing point", [], []),
        ("salt lowers freezing point", [GULLS, SALT], [1]),
        ("salt lowers freezing point", [SALT, GULLS, SALT], [0, 2]),
        ("salt and gulls and boats and tides", [SALT, GULLS], [0, 1]),
        ("ships need deep water", [GULLS, SALT], [0, 1]),
        ("of the and", [GULLS, SALT], [0, 1]),
        ("eat salt", [GULLS, SALT], [0, 1]),
        ("gulls eat salt", [GULLS, SALT], [0]),
    ],
)
def test_a_nugget_comes_from_the_passages_that_hold_most_of_its_words(
    nugget: str, passages: list[str], places: list[int]
) -> None:
    assert best_sources(nugget, passages) == places


def test_the_share_that_is_enough_can_be_set() -> None:
    assert best_sources("gulls and ships and tides", [GULLS, SALT], held=0.3) == [0]
