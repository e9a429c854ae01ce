"""Exam grades in the registry of kinds."""

from __future__ import annotations

from assess.judging.kinds import Grade, Kind, register
from config.operations.single_reads import read_once
from exams.models import ExamLabel, QuestionBank
from runs.models import Track

WORDS = ("Not at all", "Hardly", "Little", "In part", "Mostly", "Fully")
GRADES = tuple(Grade(str(n), word, str(n)) for n, word in enumerate(WORDS))


@read_once
def has_bank(track: Track) -> bool:
    """Return whether a track has a question bank."""
    return QuestionBank.objects.visible().filter(track=track).exists()


EXAM = register(
    Kind(
        name="exam",
        turn=60,
        title="Exam grades",
        model=ExamLabel,
        item=("question", "passage"),
        topic="question__topic",
        scale=lambda _track: GRADES,
        told_by=("question__topic__name", "question__text", "passage__uuid"),
        fits=has_bank,
    )
)
