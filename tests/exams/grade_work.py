"""Work on exams: two questions on a segment and on a piece of a response."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation
from exams.grading.page import DESK
from exams.models import ExamPassage, Question, QuestionBank
from runs.models import Topic
from tests.assess.judging.work.world import Spot, World
from tests.exams.world import make_question_bank, make_questions, questions_of
from tests.make import (
    make_allocation,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)


@dataclass(frozen=True, kw_only=True)
class Examining(World):
    """Ada's work: its questions, and its passages in her order."""

    topic: Topic
    bank: QuestionBank
    questions: list[Question]
    passages: list[ExamPassage]

    def make_bare(self, ada: User) -> Allocation:
        """Hand out a topic with questions and no passage."""
        topic = make_topic(self.track, "15")
        make_questions(self.bank, topic, ["Which port?"])
        return make_exam_work(self.bank, topic, ada)


def make_exam_work(bank: QuestionBank, topic: Topic, person: User) -> Allocation:
    """Hand out the exam of a topic to a person."""
    work = make_allocation(topic, person, work="exam")
    work.subject = str(bank.uuid)
    work.save(update_fields=["subject"])
    return work


def make_examining(ada: User, *, segments: int = 1) -> Examining:
    """Make an exam of two questions on a piece of a response and some segments."""
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    bank = make_question_bank(track, "hidden-bank")
    texts = ("When does it freeze?", "What melts it?")
    questions = questions_of(make_questions(bank, topic, texts))
    response = make_response(make_run(track, "hidden-a", group="secret"), topic)
    docids = [f"hidden-segment#{number}" for number in range(segments)]
    passages = [
        *(_segment_passage(topic, docid) for docid in docids),
        ExamPassage.objects.create(
            topic=topic, response=response, ordinal=1, text="Salt melts ice."
        ),
    ]
    work = make_exam_work(bank, topic, ada)
    passages.sort(key=lambda passage: order_key(work.seed, passage.uuid))
    return Examining(
        desk=DESK,
        below="exam",
        work=work,
        spots=[_spot(question, each) for each in passages for question in questions],
        values=("4", "1"),
        left="4 labels left",
        beside={"answer": []},
        position="passage {page} of {pages} · {done} of {total} labels",
        topic=topic,
        bank=bank,
        questions=questions,
        passages=passages,
    )


def _segment_passage(topic: Topic, docid: str) -> ExamPassage:
    segment = make_segment(topic.track, docid, "Fresh water freezes first.")
    return ExamPassage.objects.create(topic=topic, segment=segment)


def _spot(question: Question, passage: ExamPassage) -> Spot:
    name = {"question": str(question.uuid)}
    return Spot(
        page=passage.uuid,
        rows=(question, passage),
        script={"passage": str(passage.uuid), **name},
        form=name,
        anchor=f"question-{question.uuid}",
    )
