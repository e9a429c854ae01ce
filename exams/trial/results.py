"""What a trial says of a draft's new questions."""

from __future__ import annotations

from typing import Any, NamedTuple

from accounts.models import User
from assess.judging.kernel.agreement import Measured, wilson
from exams.kernel.paragraphs import text_id
from exams.models import QuestionBank
from exams.trial.actions import JOB, NewQuestion, new_questions
from jobs.models import Job, JobState


class Tried(NamedTuple):
    """A new question, its graded passages, and the share that answers it from τ on.

    answered: with its 95 % interval. n: 0 before a trial.
    """

    question: NewQuestion
    n: int
    answered: Measured


def tried_questions(bank: QuestionBank, by: User, *, tau: int) -> list[Tried]:
    """Return the new questions of a person's draft with the latest trial's shares."""
    counts = _latest_counts(bank, by)
    found = []
    for each in new_questions(bank, by):
        own = counts.get(f"{each.topic.uuid}/{text_id(each.text)}", {})
        n = sum(own.values())
        hits = sum(number for grade, number in own.items() if int(grade) >= tau)
        found.append(Tried(each, n, wilson(hits, n)))
    return found


def _latest_counts(bank: QuestionBank, by: User) -> dict[str, Any]:
    jobs = Job.objects.for_scope(bank.track.uuid).filter(
        kind=JOB, owner=by, state=JobState.DONE, params__bank=str(bank.uuid)
    )
    latest = jobs.order_by("-pk").first()
    counts = latest.result.get("counts", {}) if latest else {}
    return counts if isinstance(counts, dict) else {}
