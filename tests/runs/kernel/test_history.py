"""What can be undone and redone, after which actions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from runs.kernel.history import history_of


@pytest.mark.parametrize(
    ("actions", "done", "undone"),
    [
        ([], (), ()),
        (["add", "reword"], (1, 2), ()),
        (["add", "reword", "undo"], (1,), (2,)),
        (["add", "undo", "nothing"], (), (1,)),
        (["add", "nothing", "undo", "redo"], (1,), ()),
        (["add", "undo", "drop"], (3,), ()),
        (["add", "add", "undo", "undo", "redo", "move", "undo"], (1,), (6,)),
    ],
)
def test_history_walks_back_and_forth_until_something_new(
    actions: Sequence[str], done: tuple[int, ...], undone: tuple[int, ...]
) -> None:
    assert history_of(enumerate(actions, start=1)) == (done, undone)
