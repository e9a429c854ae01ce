"""The items of grading: each passage of a topic with the questions, and the work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from assess.judging import screens
from assess.judging.kernel.highlights import Span
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation
from assess.judging.screens import Progress, Screen
from assess.judging.skips import names_in, skips_in
from assess.judging.threads import spots
from assess.judging.threads.listing import skipped_of
from assess.judging.threads.spots import spots_of_sheet
from assess.judging.work.items import own_labels, people_among
from assess.judging.work.walk import NOTHING, Given, NotInThisWork, Walk
from config.operations.readings import Reading
from exams.banks.subjects import banks_of, topics_of_bank, version_of
from exams.grading.authors import CLOSED, graders_of, withheld_from
from exams.grading.kind import EXAM
from exams.models import (
    ExamLabel,
    ExamPassage,
    GradeSample,
    Question,
    QuestionListing,
    QuestionVersion,
)
from runs.models import Track

Pair = tuple[int, int]  # question, passage, by row numbers
BY_QUESTION = "question"  # an order: one question on all passages, then the next


@dataclass(frozen=True)
class GradingPage:
    """A passage with all questions, or with one if work goes question by question."""

    passage: ExamPassage
    questions: tuple[Question, ...]
    by_question: bool = False

    @property
    def uuid(self) -> UUID:
        """Return the public id: the passage's, or one of passage and question."""
        if self.by_question:
            return uuid5(self.passage.uuid, str(self.questions[0].uuid))
        return self.passage.uuid


@dataclass(frozen=True)
class GradingSheet(Walk[GradingPage]):
    """The work of an allocation: passages in the person's order, the questions."""

    passages: tuple[ExamPassage, ...]
    questions: tuple[Question, ...]
    labels: dict[Pair, Given]
    answers: dict[Pair, Span]  # the person's own, in the passage
    skipped: frozenset[str] = frozenset()
    sampled: frozenset[Pair] | None = None  # None: every question on each passage
    by_question: bool = False

    @cached_property
    def items(self) -> tuple[GradingPage, ...]:
        """Return the pages, in the order of the work."""
        if not self.by_question:
            pages = [GradingPage(each, self._asked(each)) for each in self.passages]
            return tuple(page for page in pages if page.questions)
        return tuple(
            GradingPage(passage, (question,), by_question=True)
            for question in self.questions
            for passage in self.passages
            if question in self._asked(passage)
        )

    def _asked(self, passage: ExamPassage) -> tuple[Question, ...]:
        if self.sampled is None:
            return self.questions
        asked = {question for question, own in self.sampled if own == passage.pk}
        return tuple(each for each in self.questions if each.pk in asked)

    def find(self, uuid: UUID) -> GradingPage:
        """Return a page by its public id.

        That of a passage, which plain forms use, leads to its first page with a
        question left. Raise NotInThisWork for any other.
        """
        own = [page for page in self.items if uuid in {page.uuid, page.passage.uuid}]
        if not own:
            raise NotInThisWork
        return next((page for page in own if self.left(page)), own[0])

    def rows(self, page: GradingPage) -> list[tuple[Question, Given]]:
        """Return each question of a page with its grade on the passage."""
        return [
            (each, self.labels.get((each.pk, page.passage.pk), NOTHING))
            for each in page.questions
        ]

    def answer(self, question: Question, passage: ExamPassage) -> list[Span]:
        """Return the answer that the person marked in a passage; none: empty."""
        span = self.answers.get((question.pk, passage.pk))
        return [span] if span else []

    def labels_of(self, item: GradingPage) -> list[tuple[str, str]]:
        """Return the public name and the value of each label of a page."""
        return [
            (public_name(item.passage.uuid, question.uuid), given.value)
            for question, given in self.rows(item)
        ]


def public_name(passage: UUID, question: UUID) -> str:
    """Return the public name of a question on a passage within its work."""
    return f"{passage}:{question}"


def graded_passages() -> QuerySet[ExamPassage]:
    """Select the passages that people grade: each text once, if it is known."""
    some = ~Q(text="") | ~Q(segment__text="") & Q(segment__isnull=False)
    return ExamPassage.objects.filter(some, same_as=None)


def read_sheet(work: Allocation) -> GradingSheet:
    """Return the current sheet of an allocation."""
    version = version_of(work)
    rows = QuestionListing.objects.filter(version=version, withdrawn=False)
    related = rows.select_related("question").order_by("position", "pk")
    questions = tuple(row.question for row in related) if version else ()
    found = graded_passages().filter(topic=work.topic_id).select_related("segment")
    passages = sorted(found, key=lambda each: order_key(work.seed, each.uuid))
    columns = (*EXAM.columns, "details__start", "details__end", "value", "version")
    given = list(own_labels(EXAM, work).values_list(*columns))
    labels = {(question, at): Given(*rest) for question, at, _, _, *rest in given}
    answers = {
        (question, at): (start, end)
        for question, at, start, end, *_ in given
        if start is not None
    }
    sampled = sampled_pairs(work)
    if sampled is not None:
        listed = {each.pk for each in questions}
        sampled = frozenset(pair for pair in sampled if pair[0] in listed)
        there = {passage for _, passage in sampled}
        passages = [each for each in passages if each.pk in there]
    return GradingSheet(
        tuple(passages),
        questions,
        labels,
        answers,
        skipped_of(work),
        sampled,
        by_question=work.order == BY_QUESTION,
    )


def sampled_pairs(work: Allocation) -> frozenset[Pair] | None:
    """Return the pairs to verify on a topic, None if work is not on a sample.

    Verification is: over the grades of a judge of which a sample was drawn.
    """
    if work.shown_id is None or not work.round:
        return None
    samples = GradeSample.objects.filter(bank__uuid=work.subject, judge=work.shown_id)
    sample = samples.first()
    if sample is None:
        return None
    rows = sample.pairs.filter(question__topic=work.topic_id)
    return frozenset(rows.values_list("question", "passage"))


def grading_progress(works: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    """Return the progress of each allocation, by row number."""
    topics = {work.topic_id for work in works}
    current = QuestionVersion.objects.current().filter(
        bank__uuid__in={UUID(work.subject) for work in works if work.subject},
        bank__deleted_at=None,
        topic__in=topics,
    )
    listed = QuestionListing.objects.filter(version__in=current.values("pk"))
    passages = graded_passages().filter(topic__in=topics).order_by()
    questions, numbers, people, skips = yield [
        listed.filter(withdrawn=False)
        .order_by()
        .values_list("version__bank__uuid", "version__topic", "question"),
        passages.values_list("topic").annotate(number=Count("pk")),
        people_among(works),
        skips_in(works),
    ]
    own: dict[tuple[str, int], set[int]] = {}
    for bank, topic, question in questions:
        own.setdefault((str(bank), topic), set()).add(question)
    who = {judge: (track, user) for judge, track, user in people}
    [given] = yield [_given(who, topics)]
    done = {(*who[judge], *rest): n for judge, *rest, n in given}
    sizes, names = Counter(dict(numbers)), names_in(skips)
    found = _verifying(works)
    for work in works:
        if work.pk in found:
            found[work.pk] = found[work.pk]._replace(skipped=len(names[work.pk]))
            continue
        asked = own.get((work.subject, work.topic_id), set())
        key = (work.track_id, work.assessor_id, work.round, work.repeat)
        found[work.pk] = Progress(
            sum(done.get((*key, question), 0) for question in asked),
            len(asked) * sizes[work.topic_id],
            skipped=len(names[work.pk]),
        )
    return found


def _verifying(works: Sequence[Allocation]) -> dict[int, Progress]:
    """Return the progress of the works that are on a sample."""
    found = {}
    for work in works:
        pairs = sampled_pairs(work)
        if pairs is not None:
            given: QuerySet[Any] = own_labels(EXAM, work).exclude(value="")
            done = set(given.values_list(*EXAM.columns))
            found[work.pk] = Progress(len(pairs & done), len(pairs))
    return found


def _given(judges: Collection[int], topics: Collection[int]) -> QuerySet[Any, Any]:
    """Count the labels given by judge, round, repeat and question."""
    given: QuerySet[Any] = ExamLabel.objects.given().filter(judge__in=list(judges))
    rows = given.filter(passage__topic__in=list(topics), passage__same_as=None)
    columns = ("judge", "round", "repeat", "question")
    counted: QuerySet[Any] = rows.order_by().values_list(*columns)
    numbered: QuerySet[Any, Any] = counted.annotate(number=Count("pk"))
    return numbered


SCREEN = screens.register(
    Screen(
        name=EXAM.name,
        turn=75,
        title=EXAM.title,
        verb="Grade passages",
        url_name="exams:exam",
        progress=grading_progress,
        topics=topics_of_bank,
        subjects=banks_of,
        shows_machine=True,
        orders=((BY_QUESTION, "question by question"),),
        fits=EXAM.fits,
        open_to=graders_of,
        closed=CLOSED,
        withheld=withheld_from,
    )
)


def words(sheet: GradingSheet, page: GradingPage) -> list[str]:
    """Return the words of each label on a page."""
    place = sheet.passages.index(page.passage) + 1
    return [f"Passage {place}, “{each}”" for each in page.questions]


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each passage's segment or response."""
    uuids = {item.partition(":")[0] for item in items}
    rows = ExamPassage.objects.filter(uuid__in=uuids, topic__track=track)
    related = rows.select_related("segment", "response")
    pages = {str(row.uuid): source_page(track, row) for row in related}
    found = {item: pages.get(item.partition(":")[0], "") for item in items}
    return {item: page for item, page in found.items() if page}


def source_page(track: Track, passage: ExamPassage) -> str:
    """Return the organizers' page of what a passage is a passage of."""
    if passage.segment:
        return reverse("runs:segment", args=[track.uuid, passage.segment.uuid])
    assert passage.response is not None  # noqa: S101 - one of them is set
    return reverse("runs:response", args=[track.uuid, passage.response.uuid])


SPOTS = spots.register(
    spots_of_sheet(EXAM.name, read_sheet, words, "exams:exam_passage", behind)
)
