"""One judge's grades of a bank, as a matrix for each topic, in a few queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from numpy.typing import NDArray

from assess.judging.labels.numbers import read_numbers
from assess.judging.labels.reader import label_columns
from exams.grading.kind import EXAM, GRADES
from exams.kernel.grades import UNGRADED, Grades
from exams.models import ExamPassage, QuestionListing, QuestionVersion
from exams.scores.basis import Basis

Ints = NDArray[np.int64]
NONE = 0  # no row has this number
UNKNOWN = -1  # a passage that no exam knows, and nobody graded
FEW = 1_000  # labels that are read one by one
SPARSE = 100  # row numbers for each one that is known, at most, in a table


class TopicGrades(NamedTuple):
    """A topic's grades: a row for each first passage, a column for each question.

    questions, passages: row numbers in the order of the matrix; questions as listed.
    """

    topic: int
    questions: Ints
    passages: Ints
    grades: Grades

    @property
    def graded(self) -> bool:
        """Return whether anything is graded."""
        return bool((self.grades != UNGRADED).any())


class TopicPassages:
    """The passages of a topic, by what they are a passage of.

    firsts: the row numbers of those that have labels, ascending. by_segment,
    by_response: places among these.
    """

    def __init__(self, rows: Ints) -> None:
        """Take rows of segment, response, ordinal and first passage, NONE for none."""
        segment, response, ordinal, first = rows.T
        self.firsts, place = np.unique(first, return_inverse=True)
        own = np.flatnonzero(segment != NONE)
        own = own[np.argsort(segment[own], kind="stable")]
        self._segments, self._places = segment[own], place[own]
        self.by_response: dict[int, list[int]] = defaultdict(list)
        pieces = np.flatnonzero(response != NONE)
        for row in pieces[np.argsort(ordinal[pieces], kind="stable")].tolist():
            self.by_response[int(response[row])].append(int(place[row]))

    @cached_property
    def by_segment(self) -> dict[int, int]:
        """Return the place of each segment."""
        pairs = zip(self._segments.tolist(), self._places.tolist(), strict=True)
        return dict(pairs)

    @cached_property
    def documents(self) -> Ints:
        """Return the place of each document: of every segment, and of other texts."""
        other = np.ones(len(self.firsts), dtype=bool)
        other[self._places] = False
        return np.concatenate([self._places, np.flatnonzero(other)])

    def places_of(self, segments: Sequence[int]) -> Ints:
        """Return the place of each segment, UNKNOWN for others."""
        place, known = _places(self._segments, np.array(segments, dtype=np.int64))
        if not len(self._segments):
            return np.full(len(segments), UNKNOWN, dtype=np.int64)
        return np.where(known, self._places[place], UNKNOWN)


class BankGrades:
    """The grades of a bank by a judge, on all of its topics or some.

    with_withdrawn: the matrices have the withdrawn questions too.
    """

    def __init__(
        self,
        basis: Basis,
        topics: Collection[int] | None = None,
        *,
        with_withdrawn: bool = False,
        more: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        """Read nothing yet. more: further questions by topic."""
        self.basis = basis
        self._only = topics
        self._with_withdrawn = with_withdrawn
        self._more = more or {}

    @cached_property
    def questions(self) -> dict[int, list[int]]:
        """Return the questions of each topic with a frozen version, as listed."""
        versions = self.basis.bank.versions.current()
        if self._only is not None:
            versions = versions.filter(topic__in=list(self._only))
        topics = dict(versions.order_by("topic__position").values_list("pk", "topic"))
        rows = QuestionListing.objects.filter(version__in=list(topics))
        if not self._with_withdrawn:
            rows = rows.filter(withdrawn=False)
        found: dict[int, list[int]] = {topic: [] for topic in topics.values()}
        listed = rows.order_by("version", "position", "pk")
        for version, question in listed.values_list("version", "question"):
            found[topics[version]].append(question)
        for topic, extra in self._more.items():
            own = found.setdefault(topic, [])
            own += [each for each in extra if each not in own]
        return found

    @cached_property
    def passages(self) -> dict[int, TopicPassages]:
        """Return the passages of the topics with a version."""
        rows = ExamPassage.objects.filter(topic__in=list(self.questions))
        columns = (
            Coalesce("segment", NONE),
            Coalesce("response", NONE),
            Coalesce("ordinal", NONE),
            Coalesce("same_as", F("pk")),
        )
        found = read_numbers(rows, ["topic"], columns)
        found = found[np.argsort(found[:, 0], kind="stable")]
        topics = sorted(self.questions)
        starts = np.searchsorted(found[:, 0], topics)
        ends = np.searchsorted(found[:, 0], topics, side="right")
        return {
            topic: TopicPassages(found[start:end, 1:])
            for topic, start, end in zip(topics, starts, ends, strict=True)
        }

    @cached_property
    def topics(self) -> dict[int, TopicGrades]:
        """Return the grades of each topic with a frozen, non-empty version."""
        found = {
            topic: TopicGrades(
                topic,
                np.array(questions, dtype=np.int64),
                self.passages[topic].firsts,
                np.full(
                    (len(self.passages[topic].firsts), len(questions)),
                    UNGRADED,
                    dtype=np.int8,
                ),
            )
            for topic, questions in self.questions.items()
            if questions
        }
        self._fill(list(found.values()))
        return found

    @property
    def empty(self) -> list[int]:
        """Return the topics whose current version has no active question."""
        return [topic for topic, own in self.questions.items() if not own]

    def _fill(self, topics: Sequence[TopicGrades]) -> None:
        """Write the judge's grades into the topics' matrices, all at once."""
        items, values = self._labels(topics)
        if not len(items) or not topics:
            return
        widths = np.array([len(each.questions) for each in topics])
        heights = np.array([len(each.passages) for each in topics])
        starts = np.concatenate([[0], np.cumsum(widths * heights)])
        owner = np.repeat(np.arange(len(topics)), widths)
        column = np.concatenate([np.arange(width) for width in widths])
        row = np.concatenate([np.arange(height) for height in heights])
        question, asked = _found(
            np.concatenate([t.questions for t in topics]), items[:, 0]
        )
        passage, there = _found(
            np.concatenate([t.passages for t in topics]), items[:, 1]
        )
        of_passage = np.repeat(np.arange(len(topics)), heights)[passage]
        own = owner[question]
        known = asked & there & (own == of_passage)
        places = starts[own] + row[passage] * widths[own] + column[question]
        every = np.full(starts[-1], UNGRADED, dtype=np.int8)
        every[places[known]] = values[known]
        for each, start in zip(topics, starts.tolist(), strict=False):
            each.grades[:] = every[start : start + each.grades.size].reshape(
                each.grades.shape
            )

    def _labels(self, topics: Sequence[TopicGrades]) -> tuple[Ints, Ints]:
        wanted = sorted({int(q) for each in topics for q in each.questions})
        if not wanted:
            nothing = np.empty((0, 2), dtype=np.int64)
            return nothing, nothing[:, 0]
        where = Q(question__gte=wanted[0], question__lte=wanted[-1])
        if len(wanted) <= FEW:
            where = Q(question__in=wanted)
        found = label_columns(self.basis.judge, EXAM, where=where)
        on_scale = found.values < len(GRADES)
        return found.items[on_scale], found.values[on_scale]


def _found(known: Ints, wanted: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Return each number's place among known ones in any order, and which are known.

    Row numbers lie close together, so that a table of all between them is small.
    """
    if not len(known):
        return np.zeros(len(wanted), dtype=np.int64), np.zeros(len(wanted), dtype=bool)
    low, high = int(known.min()), int(known.max())
    if high - low > SPARSE * len(known):
        order = np.argsort(known, kind="stable")
        place, there = _places(known[order], wanted)
        return order[place], there
    table = np.full(high - low + 1, -1, dtype=np.int64)
    table[known - low] = np.arange(len(known))
    place = table[np.clip(wanted, low, high) - low]
    there = (place >= 0) & (wanted >= low) & (wanted <= high)
    return np.where(there, place, 0), there


def _places(known: Ints, wanted: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Return each number's place among known, ascending ones, and which are known."""
    if not len(known):
        return np.zeros(len(wanted), dtype=np.int64), np.zeros(len(wanted), dtype=bool)
    place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return place, known[place] == wanted


def versions_of(basis: Basis) -> list[int]:
    """Return the row numbers of a bank's current versions."""
    current: list[int] = list(
        QuestionVersion.objects.current()
        .filter(bank=basis.bank)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    return current
