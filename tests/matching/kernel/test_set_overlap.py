"""Nuggets that two gold sets have both."""

import pytest

from matching.kernel.set_overlap import shared_places

LEFT = [(1, "Salt lowers the freezing point"), (2, "Ports break the ice")]


@pytest.mark.parametrize(
    ("right", "expected"),
    [
        ([], (set(), set())),
        ([(1, "Salt lowers the freezing point")], ({0}, {0})),
        # A set that was derived: its identities decide, not its words.
        (
            [(2, "Ports break the ice"), (9, "The freezing point is lower by salt")],
            ({1}, {0}),
        ),
        # An unrelated set: one has more than half of the words of the other.
        ([(7, "Salt lowers the point"), (8, "Tugs help")], ({0}, {0})),
        ([(7, "Icebreakers keep ports open all year round")], (set(), set())),
    ],
)
def test_nuggets_of_both_sets(
    right: list[tuple[int, str]], expected: tuple[set[int], set[int]]
) -> None:
    assert shared_places(LEFT, right) == expected
    assert shared_places(right, LEFT) == expected[::-1]


def test_nothing_is_shared_with_an_empty_set() -> None:
    assert shared_places([], []) == (set(), set())
