"""Messages about the steps of a draft."""

from __future__ import annotations

from exams.editing.draft import Step

STALE = "The draft changed in another window. Look at it again."
WHATS = {
    "add": "new question",
    "key": "accepted answers",
    "map": "facet",
    "merge": "merge",
    "reword": "other words",
    "restore": "restoring",
    "withdraw": "withdrawal",
}
MAKING = ("add", "merge", "reword")  # edits that make a question


def selected_by(step: Step | None) -> str | None:
    """Return the question to select after a step, None for the one selected already."""
    if step is None or not step["edits"]:
        return None
    edit = step["edits"][-1]
    return str(edit["of"] if edit["do"] in MAKING else edit["question"])


def in_words(step: Step | None) -> str:
    """Return what a step did, "" for none."""
    if step is None:
        return ""
    edit = step["edits"][-1]
    what, text = WHATS[edit["do"]], edit.get("text", "")
    return f"{what}: “{text}”" if text else what
