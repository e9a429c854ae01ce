"""Relevance graded by several people, label by label."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from accounts.models import User
from assess.judging.labels.writer import Act
from assess.judging.models import Allocation, Judge
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Segment, Topic, Track
from tests.assess.kinds.relevance.relevance_work import Said, label_relevance
from tests.make import (
    NOW,
    make_allocation,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
)


def pooled_topic(track: Track, name: str = "301", *, of: int = 6) -> Topic:
    """Make a topic with a pool of segments, each cited by a run."""
    topic = make_topic(track, name)
    for number in range(of):
        segment = make_segment(track, f"{name}#{number}")
        make_response(make_run(track, f"{name}-{number}"), topic, cites=segment)
    return topic


def grade_all(
    topic: Topic, person: User, grades: str, *, ms: int = 2000, known: Judge | None
) -> Allocation:
    """Grade a topic's segments in order, "-" for none, a minute apart."""
    work = make_allocation(topic, person, work="relevance")
    Allocation.objects.filter(pk=work.pk).update(known=known)
    for number, value in enumerate(grades):
        if value != "-":
            regrade(work, number, value, minutes=number, ms=ms)
    return work


def regrade(
    work: Allocation, number: int, value: str, *, minutes: int, ms: int, seen: int = 0
) -> None:
    """Give one segment of a topic a grade."""
    segment = Segment.objects.get(docid=f"{work.topic.name}#{number}")
    label_relevance(
        work,
        segment=segment.uuid,
        value=value,
        said=Said(),
        act=Act(uuid4(), seen, active_ms=ms),
        now=NOW + timedelta(minutes=minutes),
    )


def known_answers(topic: Topic, grades: str) -> Judge:
    """Make an import with known answers of a topic's segments, "-" for none."""
    judge = make_judge(topic.track, "known", kind=Judge.IMPORT)
    for number, value in enumerate(grades):
        if value != "-":
            segment = Segment.objects.get(docid=f"{topic.name}#{number}")
            make_label(RELEVANCE, judge, topic, segment, value=value)
    return judge
