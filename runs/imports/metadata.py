"""A run's particulars other than its content, and their sources."""

from __future__ import annotations

from typing import Any, NamedTuple

from runs.imports.arrival import LONGEST_TAG, Incoming
from runs.models import Run


class Said(NamedTuple):
    """A file's facts about the run as a whole; "" for missing ones."""

    tag: str = ""
    group: str = ""
    type: str = ""
    category: str = ""


def particulars(incoming: Incoming, said: Said, old: Run | None) -> dict[str, Any]:
    """Return a run's group, task, type and priority, and whether it is a control run.

    The import's parameters come first, then the existing run's values, then the file's.
    """
    priority = incoming.row.params.get("priority")
    return {
        "task": incoming.param("task"),
        "group": incoming.param("group") or (old.group if old else said.group),
        "type": incoming.param("type")
        or (old.type if old else said.type or Run.AUTOMATIC),
        "priority": priority or (old.priority if old else None),
        "control": incoming.flag("control") or bool(old and old.control),
        "category": incoming.param("category")
        or (old.category if old else said.category),
    }


def check_said(incoming: Incoming, said: Said, old: Run | None) -> None:
    """Note names that are too long, and facts of the file that are overridden."""
    incoming.note_long(None, "run", said.tag, LONGEST_TAG)
    incoming.note_long(None, "team_id", said.group, LONGEST_TAG)
    incoming.note_long(None, "category", said.category, LONGEST_TAG)
    used = particulars(incoming, said, old)
    for name, value in (("group", said.group), ("type", said.type)):
        if value and value != used[name]:
            has = used[name] or "no group"
            incoming.profile_notes.add(f"other_{name}", None, name, value, has)


def differing(incoming: Incoming, said: Said, old: Run) -> list[str]:
    """Return, in words, where an import differs from the existing run."""
    return [
        f"{name} is {_shown(getattr(old, name))}, this import says {_shown(value)}"
        for name, value in particulars(incoming, said, old).items()
        if getattr(old, name) != value
    ]


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value or "not given")
