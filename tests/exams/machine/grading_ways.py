"""Questions with accepted answers, and passages, for the ways of grading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from exams.banks.actions import Entry, write_version
from exams.models import ExamLabel, ExamPassage, Question, QuestionBank
from runs.models import Track
from tests.exams.world import make_question_bank, questions_of
from tests.make import NOW, make_segment, make_topic, make_track

PASSAGE = "Harbours freeze late. Salt lowers the freezing point of the water."


@dataclass(frozen=True)
class KeyedWorld:
    """A topic with questions, two of which have accepted answers, and a passage."""

    track: Track
    bank: QuestionBank
    questions: list[Question]
    passage: ExamPassage

    def label(self, place: int, judge: str = "model-a") -> ExamLabel:
        """Return a judge's label of a question on the passage."""
        question = self.questions[place]
        return ExamLabel.objects.get(judge__name=judge, question=question)


def make_keyed_world(
    *,
    form: str = Question.QUESTION,
    keys: Sequence[Sequence[str]] = (("salt",), ()),
    organizer: User | None = None,
) -> KeyedWorld:
    """Make a question for each list of accepted answers."""
    track = make_track(profile="rag24", organizer=organizer)
    bank = make_question_bank(track)
    topic = make_topic(track, "t1", "Why do harbours freeze late?")
    entries = [
        Entry(f"What lowers the freezing point, {n}?", form=form, key=key)
        for n, key in enumerate(keys)
    ]
    version = write_version(bank, topic, entries, now=NOW, origin=Question.PERSON)
    segment = make_segment(track, "p1", PASSAGE)
    passage = ExamPassage.objects.create(topic=topic, segment=segment)
    return KeyedWorld(track, bank, questions_of(version), passage)
