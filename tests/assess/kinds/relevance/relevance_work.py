"""Work on relevance: three segments of a topic with four sub-narratives."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from accounts.models import User
from assess.judging.kernel.order import order_key
from assess.judging.labels.writer import Act, Outcome
from assess.judging.models import Allocation
from assess.kinds.relevance.page import DESK
from runs.models import RankedList, Segment, Subnarrative, Topic, Track
from tests.assess.judging.work.world import Spot, World
from tests.make import (
    make_allocation,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

PARTS = ("how ice forms", "what ports do", "what it costs", "bubblers")


class Said(NamedTuple):
    """A person's details of a grade: covered sub-narratives, a note, spans."""

    ticks: tuple[UUID, ...] = ()
    note: str = ""
    highlights: tuple[tuple[int, int], ...] = ()


def label_relevance(
    work: Allocation, *, segment: UUID, value: str, said: Said, act: Act, now: datetime
) -> Outcome:
    """Give a grade through the desk."""
    sent = {"segment": segment, "value": value, **said._asdict()}
    return DESK.label(work, sent, act=act, now=now)


@dataclass(frozen=True, kw_only=True)
class Grading(World):
    """Ada's work, with its segments in her order."""

    topic: Topic
    parts: list[Subnarrative]
    segments: list[Segment]

    def ticks(self, *places: int) -> list[str]:
        """Return the names of some sub-narratives."""
        return [str(self.parts[place].uuid) for place in places]


def make_grading(ada: User) -> Grading:
    """Create two ranked segments and a cited one."""
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    parts = [make_part(topic, text, place) for place, text in enumerate(PARTS)]
    segments = [make_segment(track, f"doc#{place}") for place in range(3)]
    make_ranked(track, topic, "hidden-r", *segments[:2])
    make_response(make_run(track, "hidden-g"), topic, cites=segments[2])
    work = make_allocation(topic, ada, work="relevance")
    segments.sort(key=lambda segment: order_key(work.seed, segment.uuid))
    return Grading(
        desk=DESK,
        below="relevance",
        work=work,
        spots=[_spot(topic, segment) for segment in segments],
        values=("2", "0"),
        left="3 segments left",
        complete="Every segment is graded",
        position="{page} of {pages} · {done} graded",
        beside={"ticks": [], "note": "", "highlights": []},
        topic=topic,
        parts=parts,
        segments=segments,
    )


def _spot(topic: Topic, segment: Segment) -> Spot:
    name = {"segment": str(segment.uuid)}
    return Spot(page=segment.uuid, rows=(topic, segment), script=name)


def make_part(topic: Topic, text: str, position: int = 0) -> Subnarrative:
    """Make a sub-narrative."""
    return Subnarrative.objects.create(
        topic=topic, text=text, folded=text.casefold(), position=position
    )


def make_ranked(track: Track, topic: Topic, name: str, *segments: Segment) -> None:
    """Make a run that ranks some segments."""
    RankedList.objects.create(
        run=make_run(track, name, group="secret", task="r"),
        topic=topic,
        segment_ids=[segment.pk for segment in segments],
        scores=[1.0 - place / 100 for place in range(len(segments))],
    )
