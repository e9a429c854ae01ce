"""A person's draft of a bank: its steps, and its lists as they would be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from accounts.models import User
from exams.banks.lists import TopicList, current_lists
from exams.effect.what_if import Pending
from exams.kernel.edits import Row, changed_topics, fitting
from exams.models import QuestionBank, QuestionDraft, QuestionListing
from runs.kernel.history import REDO, UNDO, History, history_of

NONE = ""
Step = Mapping[str, Any]


class Pages(NamedTuple):
    """A bank's lists now and after a person's edits, by the topic's public id.

    there: the current lists by the topic's row number. steps: the draft's, in order.
    unfit: how many of them fit the bank's lists no more, and are left out.
    """

    draft: QuestionDraft | None
    there: dict[int, TopicList]
    before: dict[str, list[Row]]
    after: dict[str, list[Row]]
    steps: list[Step]
    unfit: int

    @property
    def revision(self) -> int:
        """Return the number of the draft's changes so far."""
        return self.draft.revision if self.draft else 0

    @property
    def history(self) -> History:
        """Return the numbers of the steps that can be undone and redone."""
        return history_of((step["number"], step["action"]) for step in self.steps)

    @property
    def done(self) -> list[Step]:
        """Return the steps that are not undone."""
        return _in_order(self.steps, self.history)

    def step_of(self, key: UUID | None) -> Step | None:
        """Return the step of an action, if the draft has it."""
        named = str(key)
        return next((step for step in self.steps if step["key"] == named), None)

    def step(self, number: int) -> Step:
        """Return a step by its number."""
        return next(step for step in self.steps if step["number"] == number)

    def turned(self, step: Step) -> Step | None:
        """Return the step that an undo or a redo was about."""
        if step["action"] not in (UNDO, REDO):
            return None
        rows = [
            (each["number"], each["action"])
            for each in self.steps
            if each["number"] <= step["number"]
        ]
        then = history_of(rows)
        turned = then.undone if step["action"] == UNDO else then.done
        return self.step(turned[-1])

    @property
    def changed(self) -> list[int]:
        """Return the row numbers of the topics whose lists would change."""
        wanted = set(changed_topics(self.before, self.after))
        return [
            topic
            for topic, own in self.there.items()
            if str(own.version.topic.uuid) in wanted
        ]

    def pending(self) -> dict[int, Pending]:
        """Return the pending lists of the changed topics."""
        found = {}
        for topic in self.changed:
            own = self.there[topic]
            rows = self.after[str(own.version.topic.uuid)]
            active = {row.id for row in rows if not row.withdrawn and not row.is_new}
            found[topic] = Pending(
                frozenset(
                    row.question_id
                    for row in own.rows
                    if str(row.question.uuid) in active
                ),
                sum(row.is_new and not row.withdrawn for row in rows),
            )
        return found


def draft_of(bank: QuestionBank, by: User) -> Pages:
    """Return a person's draft of a bank, empty where there is none."""
    draft = QuestionDraft.objects.filter(bank=bank, by=by).first()
    there = current_lists(bank)
    before = {
        str(own.version.topic.uuid): [_row(row) for row in own.rows]
        for own in there.values()
    }
    steps: list[Step] = list(draft.edits) if draft else []
    history = history_of((step["number"], step["action"]) for step in steps)
    done = [step["edits"] for step in _in_order(steps, history)]
    after, unfit = fitting(before, done)
    return Pages(draft, there, before, after, steps, unfit)


def _in_order(steps: list[Step], history: History) -> list[Step]:
    by_number = {step["number"]: step for step in steps}
    return [by_number[number] for number in history.done]


def _row(listing: QuestionListing) -> Row:
    question = listing.question
    return Row(
        str(question.uuid),
        question.text,
        question.form,
        str(listing.facet.uuid) if listing.facet else NONE,
        tuple(listing.key),
        listing.withdrawn,
    )
