"""Work on relevance over passages with emoji, combining marks and CRLF."""

from __future__ import annotations

from typing import NamedTuple
from uuid import uuid4

from accounts.models import User
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import RankedList, Segment
from tests.make import (
    make_allocation,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

TEXT = (
    "\N{PENGUIN} Salt water freezes late. Fresh water freezes first.\r\n"
    "Cafe\u0301s shut; \N{MAN}\u200d\N{WOMAN} skate on water. Boats wait."
)


class Highlighting(NamedTuple):
    """Ada's work, with its segments in her order."""

    work: Allocation
    segments: list[Segment]

    @property
    def api(self) -> str:
        """Return the URL at which scripts send grades."""
        return f"/api/work/{self.work.uuid}/relevance/"

    def page(self, place: int = 0) -> str:
        """Return the page of a segment."""
        return f"/work/{self.work.uuid}/relevance/{self.segments[place].uuid}/"

    def body(self, **said: object) -> dict[str, object]:
        """Return a script's request about the first segment."""
        segment = str(self.segments[0].uuid)
        return {"segment": segment, "value": "", "key": str(uuid4()), "seen": 0, **said}

    def details(self, place: int = 0) -> dict[str, object]:
        """Return the details of a segment's label."""
        label = RelevanceLabel.objects.get(segment=self.segments[place])
        details: dict[str, object] = label.details
        return details


def make_highlighting(ada: User, *, profile: str = "ikat24") -> Highlighting:
    """Make a topic with three segments to grade."""
    track = make_track(assessors=[ada], profile=profile)
    topic = make_topic(track)
    segments = [make_segment(track, f"doc#{place}", TEXT) for place in range(3)]
    RankedList.objects.create(
        run=make_run(track, "hidden", task="r"),
        topic=topic,
        segment_ids=[segment.pk for segment in segments],
        scores=[1.0] * 3,
    )
    work = make_allocation(topic, ada, work="relevance")
    segments.sort(key=lambda segment: order_key(work.seed, segment.uuid))
    return Highlighting(work, segments)


def span_of(words: str, occurrence: int = 1) -> list[int]:
    """Return the span of some words in the text, the first, second … time."""
    start = -1
    for _ in range(occurrence):
        start = TEXT.index(words, start + 1)
    return [start, start + len(words)]
