"""The models of exams."""

from exams.models.banks import (
    QuestionBank,
    QuestionDraft,
    QuestionListing,
    QuestionVersion,
)
from exams.models.labels import ExamLabel
from exams.models.passages import ExamPassage
from exams.models.questions import Question, QuestionDescent
from exams.models.samples import GradeSample, SampledPair

__all__ = [
    "ExamLabel",
    "ExamPassage",
    "GradeSample",
    "Question",
    "QuestionBank",
    "QuestionDescent",
    "QuestionDraft",
    "QuestionListing",
    "QuestionVersion",
    "SampledPair",
]
