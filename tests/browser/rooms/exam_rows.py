"""Exam work for the browser's campaign, on the sample's question bank."""

from __future__ import annotations

from uuid import uuid4

from accounts.models import User
from assess.judging.models import Judge
from assess.judging.work.walk import Named
from exams.banks.actions import release_bank
from exams.editing.actions import take_step
from exams.grading.items import read_sheet
from exams.grading.kind import EXAM
from exams.models import Question, QuestionBank
from runs.actions.review import Act
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
    question = Question.objects.earliest("pk")
    edits = [{"do": "withdraw", "question": str(question.uuid)}]
    act = Act(by=omar, key=uuid4(), seen=0, now=NOW)
    release_bank(bank, shown=True, now=NOW)
    take_step(bank, "withdraw", edits, act=act)
    return {
        "examined": done,
        "exam": work,
        "exam passage": read_sheet(work).passages[0],
        "questions": bank,
        "question": question,
    }
