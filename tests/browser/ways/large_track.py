"""A track of 105 topics and 40 retrieval runs, judged by a person and by a model."""

from __future__ import annotations

from random import Random

from accounts.models import User
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import RankedList, Run, Topic, Track
from tests.make import (
    NOW,
    make_judge,
    make_run,
    make_segment,
    make_track,
)

TOPICS, RUNS, SEGMENTS = 105, 40, 4


def make_large_track(organizer: User, *, rng: Random) -> Track:
    """Make the track; a run of a higher number finds the relevant segment later."""
    track = make_track(organizer=organizer)
    segments = [make_segment(track, f"doc#{place}").pk for place in range(SEGMENTS)]
    topics = Topic.objects.bulk_create(
        Topic(track=track, name=f"{n}", text="Why do harbours freeze?", position=n)
        for n in range(1, TOPICS + 1)
    )
    runs = [
        make_run(track, f"run-{n:02}", task=Run.R, group=f"group-{n % 8}")
        for n in range(RUNS)
    ]
    judges = [make_judge(track, "nist"), make_judge(track, "model", kind=Judge.MODEL)]
    for judge in judges:
        labels = [each for topic in topics for each in labels_of(topic, segments, rng)]
        record_labels(RELEVANCE, judge, labels, now=NOW, actor=None)
    RankedList.objects.bulk_create(
        RankedList(
            run=run,
            topic=topic,
            segment_ids=ranking(segments, place, rng),
            scores=[float(SEGMENTS - rank) for rank in range(SEGMENTS)],
        )
        for place, run in enumerate(runs)
        for topic in topics
    )
    return track


def labels_of(topic: Topic, segments: list[int], rng: Random) -> list[NewLabel]:
    """Return grades of the first two segments; the second is relevant at times."""
    second = "1" if rng.random() < 0.5 else "0"
    return [
        NewLabel((topic.pk, segment), value)
        for segment, value in zip(segments[:2], ("3", second), strict=True)
    ]


def ranking(segments: list[int], place: int, rng: Random) -> list[int]:
    """Return the segments, the relevant one first less often for later runs."""
    rest = segments[1:]
    rng.shuffle(rest)
    at = 0 if rng.random() > place / RUNS else rng.randrange(1, SEGMENTS)
    return [*rest[:at], segments[0], *rest[at:]]
