"""Quiz grades in the registry of kinds, and their questions in archives."""

from __future__ import annotations

from assess.exchange.archive.format import tables
from assess.judging.kinds import Grade, Kind, register
from runs.models import Track
from tests.example_kind.quizzes.models import QuizLabel, QuizQuestion

WORDS = ("Not at all", "Barely", "In part", "Mostly", "Well", "Wholly")
GRADES = tuple(Grade(str(n), word, str(n)) for n, word in enumerate(WORDS))


def has_questions(track: Track) -> bool:
    """Return whether a track's topics have quiz questions."""
    return QuizQuestion.objects.filter(topic__track=track).exists()


QUIZZES = register(
    Kind(
        name="quizzes",
        turn=110,
        title="Quiz grades",
        model=QuizLabel,
        item=("question", "response"),
        topic="response__topic",
        scale=lambda _track: GRADES,
        responses=("response",),
        told_by=("response__topic__name", "question__text", "response__run__name"),
        fits=has_questions,
    )
)


@tables.tells
def tell_of_questions() -> None:
    """Register the questions; the labels of every kind are registered already."""
    tables.register(QuizQuestion, under="topic")
