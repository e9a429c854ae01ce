"""What an undo or a redo did, in words."""

from __future__ import annotations

from nuggets.kernel.listing import Rows, read, touched
from nuggets.models import BankVersion, Edit, Nugget
from runs.kernel.history import REDO, UNDO, history_of

WHATS = {
    "add": "new nugget",
    "delete": "deletion",
    "importance": "importance",
    "map": "mapping",
    "merge": "merge",
    "move": "move",
    "reword": "other words",
    "span": "new nugget",
    "split": "split",
}


def turned_back(version: BankVersion, number: int) -> str:
    """Return which edit the undo or redo of that number is about, and its nugget.

    "" for one that had nothing to go back or forth to.
    """
    edits = Edit.objects.filter(version=version, number__lte=number)
    *before, (_number, action) = edits.order_by("number").values_list(
        "number", "action"
    )
    stood = history_of(before)
    sides = {UNDO: stood.done, REDO: stood.undone}.get(action)
    if not sides:
        return ""
    edit = Edit.objects.get(version=version, number=sides[-1])
    what = WHATS.get(edit.action, edit.action)
    nugget = _about(read(edit.before), read(edit.after))
    return what if nugget is None else f"{what} of “{Nugget.objects.get(pk=nugget)}”"


def _about(before: Rows, after: Rows) -> int | None:
    """Return the nugget that an edit was about: one dropped, else the one touched."""
    now = {row.nugget for row in after}
    new = now - {row.nugget for row in before}
    gone = [row.nugget for row in before if row.nugget not in now]
    return gone[0] if gone and not new else touched(before, after)
