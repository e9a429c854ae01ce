"""Work on support: two responses, each with two citations to judge."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from assess.judging.kernel.order import order_key
from assess.kinds.support.page import DESK
from runs.models import Citation, Response, Segment, Topic, Track
from tests.assess.judging.work.world import Spot, World
from tests.make import (
    make_allocation,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

FULL, PARTIAL, NO = "full_support", "partial_support", "no_support"
SENTENCES = ("Fresh water floats.", "It freezes first.", "So they say.", "And more.")


@dataclass(frozen=True, kw_only=True)
class Citing(World):
    """Ada's work, with its responses in her order."""

    topic: Topic
    segments: list[Segment]
    responses: list[Response]


def make_citing(ada: User) -> Citing:
    """Make two responses with the same citations."""
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    work = make_allocation(topic, ada, work="support")
    segments = make_segments(track)
    responses = [make_cited(topic, f"hidden-{name}", segments) for name in "ab"]
    responses.sort(key=lambda response: order_key(work.seed, response.uuid))
    return Citing(
        desk=DESK,
        below="support",
        work=work,
        spots=[_spot(each, sentence) for each in responses for sentence in range(2)],
        values=(FULL, NO),
        left="4 labels left",
        topic=topic,
        segments=segments,
        responses=responses,
    )


def _spot(response: Response, sentence: int) -> Spot:
    citation = citation_of(response, sentence)
    name = {"citation": str(citation.uuid)}
    return Spot(
        page=response.uuid,
        rows=(citation,),
        script=name,
        form=name,
        anchor=f"pair-{citation.uuid}",
    )


def citation_of(response: Response, sentence: int, position: int = 0) -> Citation:
    """Return one citation of a response."""
    return Citation.objects.get(
        sentence__response=response, sentence__position=sentence, position=position
    )


def make_cited(
    topic: Topic, name: str, segments: list[Segment], *, group: str = "secret"
) -> Response:
    """Make four sentences: two cite, one cites a segment without text, one nothing."""
    response = make_response(make_run(topic.track, name, group=group), topic, SENTENCES)
    _cite(response, 0, segments[0], segments[1])
    _cite(response, 1, segments[1])
    _cite(response, 2, segments[2])
    return response


def _cite(response: Response, sentence: int, *segments: Segment) -> None:
    row = response.sentences.get(position=sentence)
    for position, segment in enumerate(segments):
        Citation.objects.create(sentence=row, position=position, segment=segment)


def make_segments(track: Track) -> list[Segment]:
    """Make two segments with text and one without."""
    return [
        make_segment(track, "doc#1", "Fresh water is lighter than salt water."),
        make_segment(track, "doc#2", "Harbours freeze in hard winters."),
        make_segment(track, "doc#3", ""),
    ]
