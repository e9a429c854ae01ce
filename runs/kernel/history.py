"""The history of a list: which edits can be undone, and which made again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

UNDO, REDO = "undo", "redo"
NOTHING = "nothing"  # an action that found the list as it would have made it


class History(NamedTuple):
    """Edits that stand, and edits that can be redone, by number; the next one last."""

    done: tuple[int, ...]
    undone: tuple[int, ...]


def history_of(actions: Iterable[tuple[int, str]]) -> History:
    """Return what can be undone and redone after (number, action) in order.

    Undoing takes the last edit that stands, redoing the one undone last; any other
    action but one that changed nothing closes the way forward.
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
