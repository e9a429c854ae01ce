"""The history of a list: which edits can be undone and redone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

UNDO, REDO = "undo", "redo"
NOTHING = "nothing"  # an action that changed nothing, as the list was so already


class History(NamedTuple):
    """Edits that are not undone, and edits to redo, by number; the next one last."""

    done: tuple[int, ...]
    undone: tuple[int, ...]


def history_of(actions: Iterable[tuple[int, str]]) -> History:
    """Return what can be undone and redone after (number, action) in order.

    Undo applies to the last edit that is not undone, redo to the one undone last. Any
    other action, except one that changed nothing, removes the edits to redo.
    """
    done: list[int] = []
    undone: list[int] = []
    for number, action in actions:
        if action == UNDO:
            undone.append(done.pop())
        elif action == REDO:
            done.append(undone.pop())
        elif action != NOTHING:
            done.append(number)
            undone.clear()
    return History(tuple(done), tuple(undone))
