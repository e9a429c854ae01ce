"""Start a trial of the questions that a person's draft would add."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from assess.judging.machine.readiness import NotReady, check_ready
from assess.judging.models import Judge
from exams.editing.draft import draft_of
from exams.grading.machine import judge_way
from exams.grading.settings import RATE, Way
from exams.models import QuestionBank
from jobs.actions import create_job
from jobs.models import Job
from runs.models import Topic

JOB = "exam_trial"
MOST = 50  # questions of one trial


class NothingNew(ValueError):
    """The draft adds no question."""


class NewQuestion(NamedTuple):
    """A question that a draft would add, and its topic."""

    topic: Topic
    text: str
    form: str


def new_questions(bank: QuestionBank, by: User) -> list[NewQuestion]:
    """Return the active questions of a person's draft that have no row yet."""
    pages = draft_of(bank, by)
    topics = [own.version.topic for own in pages.there.values()]
    return [
        NewQuestion(topic, row.text, row.form)
        for topic in topics
        for row in pages.after[str(topic.uuid)]
        if row.is_new and not row.withdrawn
    ]


def check_trier(judge: Judge) -> Way:
    """Return a judge's way of grading; raise NotReady unless it rates one by one."""
    if judge.kind != Judge.MODEL:
        raise NotReady(f"{judge} is no model, and a trial asks one.")
    way = judge_way(judge)
    if way.mode != RATE or way.batch > 1:
        raise NotReady(f"{judge} does not rate one question a call, as a trial does.")
    check_ready(judge, prompts=way.prompts, baseline="")
    return way


def start_trial(
    bank: QuestionBank, judge: Judge, *, passages: int, by: User, now: datetime
) -> Job:
    """Queue the grades of some passages for each new question; the caller rings.

    They become no labels. Raise NotReady or NothingNew, each with a sentence.
    """
    check_trier(judge)
    new = new_questions(bank, by)[:MOST]
    if not new:
        raise NothingNew("Your draft adds no question: there is nothing to try.")
    return create_job(
        JOB,
        scope=bank.track.uuid,
        owner=by,
        title=f"Trial of {len(new)} new questions of {bank} by {judge}",
        params={
            "bank": str(bank.uuid),
            "judge": str(judge.uuid),
            "passages": passages,
            "questions": [
                {"topic": str(each.topic.uuid), "text": each.text, "form": each.form}
                for each in new
            ],
        },
        now=now,
    )
