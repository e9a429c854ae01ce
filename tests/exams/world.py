"""The worked example: one topic, five questions, four passages, three runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from exams.banks.actions import Entry, write_version
from exams.grading.kind import EXAM
from exams.models import (
    ExamPassage,
    GradeSample,
    Question,
    QuestionBank,
    QuestionVersion,
)
from exams.verification.actions import draw_sample
from runs.models import RankedList, Run, Segment, Topic, Track
from tests.make import NOW, make_judge, make_run, make_segment, make_topic, make_track

GRADES: dict[str, Sequence[int | None]] = {
    "p1": (5, 3, 0, 0, None),
    "p2": (4, 0, 1, 0, 0),
    "p3": (0, 4, 0, 0, 0),
    "p4": (None,) * 5,
}
RUNS = {"A": ("p1", "p2", "p3"), "B": ("p4", "p3")}
RELEVANT = {"p1": 2, "p2": 0, "p3": 1}


@dataclass(frozen=True)
class ExamWorld:
    """A graded topic; run C has passages for another topic alone."""

    track: Track
    topic: Topic
    bank: QuestionBank
    version: QuestionVersion
    questions: list[Question]
    passages: dict[str, ExamPassage]
    judge: Judge
    people: Judge


def make_question_bank(track: Track, name: str = "questions") -> QuestionBank:
    """Make a visible question bank, with no versions yet."""
    return QuestionBank.objects.create(
        track=track, name=name, origin=Question.IMPORT, landed_at=NOW
    )


def make_questions(
    bank: QuestionBank, topic: Topic, texts: Sequence[str]
) -> QuestionVersion:
    """Make a bank's next frozen version of a topic."""
    entries = [
        Entry(text, external_id=f"{topic.name}/q{number}")
        for number, text in enumerate(texts, start=1)
    ]
    return write_version(bank, topic, entries, now=NOW, origin=Question.IMPORT)


def questions_of(version: QuestionVersion) -> list[Question]:
    """Return a version's questions in order."""
    return [row.question for row in version.listings.select_related("question")]


def make_grade_sample(bank: QuestionBank, judge: Judge) -> GradeSample:
    """Draw a sample of a judge's grades of a bank."""
    return draw_sample(bank, judge, half_width=0.05, seed="s", by=None, now=NOW)


def make_ranking(run: Run, topic: Topic, segments: Sequence[Segment]) -> RankedList:
    """Make a run's list of segments for a topic."""
    scores = [float(len(segments) - place) for place in range(len(segments))]
    return RankedList.objects.create(
        run=run,
        topic=topic,
        segment_ids=[segment.pk for segment in segments],
        scores=scores,
    )


def make_exam_world(
    omar: User, *, assessors: Sequence[User] = (), copies: int = 0
) -> ExamWorld:
    """Make the worked example in a track of Omar's, and copies on further topics."""
    track = make_track(profile="rag24", organizer=omar, assessors=assessors)
    bank = make_question_bank(track)
    judges = make_judge(track, "grader"), make_judge(track, "people")
    runs = {name: make_run(track, name, task=Run.R) for name in (*RUNS, "C")}
    found = _examine(bank, "t1", "", runs, judges)
    make_ranking(runs["C"], make_topic(track, "t2"), [])
    for number in range(copies):
        _examine(bank, f"t{number + 3}", f"-{number}", runs, judges)
    return found


def _examine(
    bank: QuestionBank,
    name: str,
    suffix: str,
    runs: dict[str, Run],
    judges: tuple[Judge, Judge],
) -> ExamWorld:
    """Make a topic with its questions, passages, rankings and labels."""
    track, (judge, people) = bank.track, judges
    topic = make_topic(track, name, "Why do harbours freeze?")
    version = make_questions(bank, topic, [f"Question {n}?" for n in range(1, 6)])
    questions = questions_of(version)
    segments = {
        docid: make_segment(track, f"{docid}{suffix}", f"Text of {docid}.")
        for docid in GRADES
    }
    passages = {
        docid: ExamPassage.objects.create(topic=topic, segment=segment)
        for docid, segment in segments.items()
    }
    for run, ranked in RUNS.items():
        make_ranking(runs[run], topic, [segments[docid] for docid in ranked])
    rows = [
        NewLabel((question.pk, passages[docid].pk), str(grade), {"reply": str(grade)})
        for docid, own in GRADES.items()
        for question, grade in zip(questions, own, strict=True)
        if grade is not None
    ]
    record_labels(EXAM, judge, rows, now=NOW)
    relevance = [
        NewLabel((topic.pk, segments[docid].pk), str(grade))
        for docid, grade in RELEVANT.items()
    ]
    record_labels(RELEVANCE, people, relevance, now=NOW)
    return ExamWorld(track, topic, bank, version, questions, passages, judge, people)
