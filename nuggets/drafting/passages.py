"""The input of a draft: a topic's relevant segments and sub-narratives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from runs.kernel.profile import Nuggets
from runs.models import Segment, Subnarrative, Topic


class DraftPassage(NamedTuple):
    """A relevant segment, its text and its grade."""

    segment: int  # row number
    docid: str
    text: str
    grade: int


class DraftPart(NamedTuple):
    """A sub-narrative of the topic."""

    pk: int
    text: str


@dataclass(frozen=True)
class Need:
    """The complete input of a draft of one topic.

    Passages are sorted best first; `parts` None means that nothing is mapped.
    """

    topic: Topic
    passages: tuple[DraftPassage, ...]
    parts: tuple[DraftPart, ...] | None
    rules: Nuggets


def graded_segments(qrels: Judge, topic: Topic) -> dict[int, int]:
    """Return the grade of each segment that the qrels' judge found relevant.

    From the profile's grade on; a panel's labels are computed by its rule. Grades off
    the track's scale are ignored.
    """
    lowest = topic.track.profile.nuggets.from_grade
    scale = RELEVANCE.values(topic.track)
    labels = labels_of(qrels, RELEVANCE, where=Q(topic=topic))
    grades = ((item[1], int(value)) for item, value in labels.items() if value in scale)
    return {segment: grade for segment, grade in grades if grade >= lowest}


def read_need(topic: Topic, grades: dict[int, int]) -> Need:
    """Return a topic's passages by descending grade, then by docid, and its parts.

    Segments without text are omitted.
    """
    profile = topic.track.profile
    rows = Segment.objects.with_text().filter(pk__in=grades)
    passages = [
        DraftPassage(segment.pk, segment.docid, segment.text, grades[segment.pk])
        for segment in rows
    ]
    return Need(
        topic,
        tuple(sorted(passages, key=lambda found: (-found.grade, found.docid))),
        parts_of(topic) if profile.relevance.with_subnarratives else None,
        profile.nuggets,
    )


def parts_of(topic: Topic) -> tuple[DraftPart, ...]:
    """Return a topic's current sub-narratives in their order."""
    live: Iterable[tuple[int, str]] = (
        Subnarrative.objects.live().filter(topic=topic).values_list("pk", "text")
    )
    return tuple(DraftPart(*row) for row in live)
