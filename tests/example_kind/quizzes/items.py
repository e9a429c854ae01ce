"""The items of quizzes: each question of a topic on each response, and the work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from assess.judging import screens
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation
from assess.judging.screens import Progress, Screen
from assess.judging.threads import spots
from assess.judging.threads.listing import skipped_of
from assess.judging.threads.spots import spots_of_sheet
from assess.judging.work.items import own_labels, progress_by_topic
from assess.judging.work.walk import NOTHING, Given, Walk
from config.operations.readings import Reading
from runs.models import Response, Topic, Track
from tests.example_kind.quizzes.kind import QUIZZES
from tests.example_kind.quizzes.models import QuizQuestion


@dataclass(frozen=True)
class QuizSheet(Walk[Response]):
    """The work of an allocation: the responses in the person's order, the questions."""

    responses: tuple[Response, ...]
    questions: tuple[QuizQuestion, ...]
    labels: dict[tuple[int, int], Given]  # by question and response
    skipped: frozenset[str] = frozenset()

    @property
    def items(self) -> tuple[Response, ...]:
        """Return the responses: each has a page."""
        return self.responses

    def rows(self, response: Response) -> list[tuple[QuizQuestion, Given]]:
        """Return each question with its grade on a response."""
        return [
            (each, self.labels.get((each.pk, response.pk), NOTHING))
            for each in self.questions
        ]

    def labels_of(self, item: Response) -> list[tuple[str, str]]:
        """Return the public name and the value of each label of a page."""
        return [
            (public_name(item.uuid, question.uuid), given.value)
            for question, given in self.rows(item)
        ]


def public_name(response: UUID, question: UUID) -> str:
    """Return the public name of a question on a response within its work."""
    return f"{response}:{question}"


def read_sheet(work: Allocation) -> QuizSheet:
    """Return the current sheet of an allocation, with late runs."""
    every = Response.objects.visible().for_topic(work.topic)
    ordered = sorted(every, key=lambda each: order_key(work.seed, each.uuid))
    rows = own_labels(QUIZZES, work).values_list(*QUIZZES.columns, "value", "version")
    labels = {
        (question, response): Given(*given) for question, response, *given in rows
    }
    questions = tuple(QuizQuestion.objects.filter(topic=work.topic))
    return QuizSheet(tuple(ordered), questions, labels, skipped_of(work))


def quiz_progress(works: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    """Return the progress of each allocation, by row number."""
    topics = {work.topic_id for work in works}
    responses = Response.objects.visible().filter(topic__in=topics)
    numbers = _count(responses), _count(QuizQuestion.objects.filter(topic__in=topics))
    totals = {topic: numbers[0][topic] * numbers[1][topic] for topic in topics}
    where = Q(response__in=responses.values("pk"))
    return progress_by_topic(QUIZZES, works, totals, where=where)


def _count(rows: QuerySet[Response] | QuerySet[QuizQuestion]) -> Counter[int]:
    counted = rows.order_by().values_list("topic").annotate(number=Count("pk"))
    return Counter(dict(counted))


def topics_to_grade(track: Track, _subject: str) -> QuerySet[Topic]:
    """Return the topics with questions."""
    questions = QuizQuestion.objects.filter(topic__track=track)
    return Topic.objects.filter(pk__in=questions.values("topic"))


SCREEN = screens.register(
    Screen(
        name=QUIZZES.name,
        turn=110,
        title=QUIZZES.title,
        verb="Grade answers",
        url_name="assess:quizzes",
        progress=quiz_progress,
        topics=topics_to_grade,
        fits=QUIZZES.fits,
    )
)


def words(sheet: QuizSheet, response: Response) -> list[str]:
    """Return the words of each label on a page."""
    place = sheet.place(response)
    return [f"Response {place}, “{each.text}”" for each in sheet.questions]


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each response."""
    return {
        item: reverse("runs:response", args=[track.uuid, item.partition(":")[0]])
        for item in items
    }


SPOTS = spots.register(
    spots_of_sheet(QUIZZES.name, read_sheet, words, "assess:quizzes_response", behind)
)
