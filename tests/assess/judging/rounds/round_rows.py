"""Rounds, and the rows that they judge: three topics, each with four citations."""

from __future__ import annotations

from accounts.models import User
from assess.judging.models import Judge, Round
from assess.judging.rounds.actions import create_round
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Response, Segment, Topic, Track
from tests.make import (
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    practise,
)

FULL, PARTIAL, NO = "full_support", "partial_support", "no_support"


def make_citing_track(*assessors: User, organizer: User | None = None) -> Track:
    """Make topics 1, 2 and 3 with a response each: one sentence, four citations."""
    track = make_track(organizer=organizer, assessors=list(assessors))
    for person in assessors:
        practise(person, "support")
    segments = [make_segment(track, f"d{n}", f"Passage {n}.") for n in range(4)]
    run = make_run(track)
    for name in "123":
        response = make_response(run, make_topic(track, name), ("A.",))
        cite(response, segments)
    return track


def cite(response: Response, segments: list[Segment]) -> None:
    """Cite segments in the first sentence of a response."""
    Citation.objects.bulk_create(
        Citation(
            sentence=response.sentences.get(position=0),
            position=position,
            segment=segment,
        )
        for position, segment in enumerate(segments)
    )


def citations(topic: Topic) -> list[Citation]:
    """Return the citations of a topic in their order."""
    found = Citation.objects.filter(sentence__response__topic=topic)
    return list(found.order_by("position"))


def make_model(track: Track, value: str = FULL) -> Judge:
    """Make a model that gave one label to every citation of a track."""
    model = make_judge(track, "hidden-model", kind=Judge.MODEL)
    for topic in track.topics.all():
        for citation in citations(topic):
            make_label(SUPPORT, model, citation, value=value)
    return model


def make_round(track: Track, name: str = "a round", **fields: object) -> Round:
    """Store a round: by default of first citations, from scratch."""
    rules: dict[str, object] = {"unit": Round.FIRST, "shows": Round.NOTHING} | fields
    return create_round(Round(track=track, name=name, **rules))
