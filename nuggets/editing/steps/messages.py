"""Messages about edits: why one was not done, and what undo and redo did."""

from __future__ import annotations

from nuggets.banks.actions import VersionFrozen
from nuggets.editing.steps.lists import NoSuchSpan
from nuggets.editing.steps.step import StaleVersion
from nuggets.kernel.listing import Rows, read, touched
from nuggets.models import BankVersion, Edit, Nugget
from runs.kernel.history import REDO, UNDO, history_of
from runs.kernel.limits import TooMany

FROZEN = "This list is finished and no longer changes. Reopen it to continue."
STILL_OPEN = "Something is still open. Look at it, then freeze the list or go back."
STALE = "The list changed since you opened it. This is the current list."
GONE = "That nugget is no longer on the list. Here is the current list."
NOTES: dict[type[Exception], str] = {
    StaleVersion: STALE,
    VersionFrozen: FROZEN,
    NoSuchSpan: "The passage has no words there.",
}
WHATS = {
    "add": "new nugget",
    "delete": "deletion",
    "importance": "importance",
    "link": "link",
    "map": "mapping",
    "merge": "merge",
    "move": "move",
    "reword": "other words",
    "span": "new nugget",
    "split": "split",
}


def note_on(error: Exception) -> str:
    """Return why an edit was not done, for the message next to the list."""
    return str(error) if isinstance(error, TooMany) else NOTES.get(type(error), GONE)


def turned_back(version: BankVersion, number: int) -> str:
    """Return which edit the undo or redo of that number is about, and its nugget.

    "" if there was nothing to undo or redo.
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
    """Return the nugget of an edit: a dropped one, else the one touched."""
    now = {row.nugget for row in after}
    new = now - {row.nugget for row in before}
    gone = [row.nugget for row in before if row.nugget not in now]
    return gone[0] if gone and not new else touched(before, after)
