"""One version of a bank on a topic: its questions, their descent, and its steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Prefetch

from exams.editing.messages import MAKING, WHATS
from exams.models import QuestionDescent, QuestionListing, QuestionVersion


class StepRow(NamedTuple):
    """A step of the draft that made a version.

    questions: the texts of the questions that it changed, or from which it made one.
    text: the words or accepted answers that it wrote, "" for none. seconds: the active
    time, None if it was not measured. undone_at: None unless it was undone for good.
    """

    number: int
    what: str
    questions: Sequence[str]
    text: str
    at: datetime
    seconds: float | None
    undone_at: datetime | None


def list_questions(version: QuestionVersion) -> list[QuestionListing]:
    """Return a version's questions in order, each with its facet and its parents."""
    descent = QuestionDescent.objects.select_related("parent").order_by("pk")
    rows = version.listings.select_related("facet", "question")
    return list(rows.prefetch_related(Prefetch("question__descent", descent)))


def list_steps(
    version: QuestionVersion, rows: Iterable[QuestionListing]
) -> list[StepRow]:
    """Return the steps of the draft that made a version, undone ones included.

    rows: its questions. A step on several topics is shown with those of this one.
    """
    texts = {str(row.question.uuid): str(row.question) for row in rows}
    if version.parent:
        parents = version.parent.listings.select_related("question")
        texts |= {str(row.question.uuid): str(row.question) for row in parents}
    edits = [edit for step in version.steps for edit in step["edits"]]
    texts |= {edit["of"]: edit["text"] for edit in edits if edit["do"] in MAKING}
    return [_row(step, texts) for step in version.steps]


def _row(step: Mapping[str, Any], texts: Mapping[str, str]) -> StepRow:
    edits = step["edits"]
    named = [name for edit in edits for name in _questions_of(edit)]
    last = edits[-1]
    spent, undone = step["active_ms"], step["undone_at"]
    return StepRow(
        number=step["number"],
        what=WHATS[last["do"]],
        questions=[texts[name] for name in dict.fromkeys(named) if name in texts],
        text=last.get("text") or "; ".join(last.get("key") or ()),
        at=datetime.fromisoformat(step["at"]),
        seconds=None if spent is None else spent / 1000,
        undone_at=datetime.fromisoformat(undone) if undone else None,
    )


def _questions_of(edit: Mapping[str, Any]) -> list[str]:
    """Return the public ids of the questions that an edit changes."""
    if edit["do"] == "add":
        return []
    return list(edit["questions"] if edit["do"] == "merge" else [edit["question"]])
