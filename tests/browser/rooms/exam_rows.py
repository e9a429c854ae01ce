"""Exam work for the browser's campaign, on the sample's question bank."""

from __future__ import annotations

from uuid import uuid4

from accounts.models import User
from assess.judging.models import Judge
from assess.judging.work.walk import Named
from exams.banks.actions import release_bank
from exams.editing.actions import apply_draft, take_step
from exams.grading.items import read_sheet
from exams.grading.kind import EXAM
from exams.models import Question, QuestionBank
from runs.actions.acts import Act
from runs.models import Topic
from tests.exams.grade_work import make_exam_work
from tests.make import NOW, make_label


def exam_rows(bea: Judge, omar: User) -> dict[str, Named]:
    """Hand out two topics to Bea, one graded; let Omar release and edit the bank."""
    assert bea.user
    bank = QuestionBank.objects.get(name="exam")
    done, work = (
        make_exam_work(bank, Topic.objects.get(name=name), bea.user)
        for name in ("1001", "1003")
    )
    sheet = read_sheet(done)
    for row, passage in enumerate(sheet.passages):
        for column, question in enumerate(sheet.questions):
            make_label(EXAM, bea, question, passage, value=str((row + column) % 6))
    release_bank(bank, shown=True, now=NOW)
    other = bank.versions.current().get(topic__name="1003")
    step(bank, "reword", other.listings.latest("pk").question, omar, seen=0)
    (version,) = apply_draft(bank, omar, seen=1, now=NOW)
    question = Question.objects.earliest("pk")
    step(bank, "withdraw", question, omar, seen=2)
    return {
        "examined": done,
        "exam": work,
        "exam passage": read_sheet(work).passages[0],
        "questions": bank,
        "question": question,
        "question_version": version,
    }


def step(
    bank: QuestionBank, do: str, question: Question, by: User, *, seen: int
) -> None:
    """Take one step of a person's draft of a bank."""
    edit = {"do": do, "question": str(question.uuid)}
    if do == "reword":
        edit["text"] = f"{question.text} Why?"
    take_step(bank, do, [edit], act=Act(by=by, key=uuid4(), seen=seen, now=NOW))
