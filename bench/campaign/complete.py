"""A campaign at its end: every run completely labelled, also in the peers' format."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import QuerySet

from assess.judging.kinds import Kind
from assess.judging.models import Judge, Label
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from bench.campaign.labels import BATCH, write_batch
from bench.campaign.people import make_people
from bench.campaign.topics import make_responses, text_of
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel, Bank, BankVersion, Listing, Nugget
from runs.models import Membership, Response, Run, Segment, Subnarrative, Topic, Track

RUNS, TOPICS, NUGGETS, PARTS = 150, 105, 20, 8
GRADED, GRADERS = 185_000, 8  # relevance labels, and the number of their judges
VALUES = ("support", "partial_support", "not_support")


class Piece(NamedTuple):
    """One topic, its scored nuggets, and every run's response."""

    topic: Topic
    listings: list[Listing]
    responses: list[Response]


class Labelled(NamedTuple):
    """The whole campaign, with the one judge of its assignments."""

    track: Track
    bank: Bank
    judge: Judge
    pieces: list[Piece]


def make_labelled(profile: str, *, rng: Random, now: datetime) -> Labelled:
    """Create runs, topics, a bank, and one judge's label of every nugget everywhere."""
    track = Track.objects.create(slug="scored", name="Scored", profile_text=profile)
    runs = Run.objects.bulk_create(
        Run(
            track=track,
            name=f"run-{n}",
            group=f"group-{n % 30}",
            task=("rag", "ag")[n % 2],
            landed_at=now,
        )
        for n in range(RUNS)
    )
    bank = Bank.objects.create(
        track=track, name="post-edited", origin=Bank.EDITED, landed_at=now
    )
    judge = _judge(track, "machine", now=now)
    pieces = [make_piece(track, runs, bank, n, rng=rng, now=now) for n in range(TOPICS)]
    write_all(ASSIGNMENT, assignments(pieces, judge, rng=rng, now=now))
    write_all(RELEVANCE, grades(track, pieces, rng=rng, now=now))
    organizer = make_people(track, 1)[0]
    Membership.objects.filter(user=organizer).update(role=Membership.ORGANIZER)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return Labelled(track, bank, judge, pieces)


def _judge(track: Track, name: str, *, now: datetime) -> Judge:
    return Judge.objects.create(
        track=track, name=name, kind=Judge.BASELINE, baseline="made", landed_at=now
    )


def make_piece(
    track: Track,
    runs: Sequence[Run],
    bank: Bank,
    number: int,
    *,
    rng: Random,
    now: datetime,
) -> Piece:
    """Create one topic with its sub-narratives, its nuggets and its responses."""
    topic = Topic.objects.create(
        track=track, name=f"{number}", text=text_of(rng, 60), position=number
    )
    parts = Subnarrative.objects.bulk_create(
        Subnarrative(topic=topic, text=text, folded=text, position=place)
        for place, text in enumerate(f"{n} {text_of(rng, 8)}" for n in range(PARTS))
    )
    version = BankVersion.objects.create(
        bank=bank, topic=topic, state=BankVersion.FROZEN, frozen_at=now
    )
    nuggets = Nugget.objects.bulk_create(
        Nugget(topic=topic, text=text_of(rng, 9)) for _place in range(NUGGETS)
    )
    listings = Listing.objects.bulk_create(
        Listing(
            version=version,
            nugget=nugget,
            position=place,
            importance=rng.choice(("vital", "okay")) if number else "okay",
            subnarrative=rng.choice([*parts, None]),
        )
        for place, nugget in enumerate(nuggets)
    )
    return Piece(topic, listings, make_responses(runs, topic, rng=rng))


def assignments(
    pieces: Sequence[Piece], judge: Judge, *, rng: Random, now: datetime
) -> Iterator[Label]:
    """Yield a label for each nugget on each response to its topic."""
    for piece in pieces:
        for response in piece.responses:
            for listing in piece.listings:
                yield AssignmentLabel(
                    judge=judge,
                    nugget_id=listing.nugget_id,
                    response=response,
                    value=rng.choice(VALUES),
                    at=now,
                )


def grades(
    track: Track, pieces: Sequence[Piece], *, rng: Random, now: datetime
) -> Iterator[Label]:
    """Yield grades of segments, so that the track has half a million labels."""
    graders = [_judge(track, f"grader-{n}", now=now) for n in range(GRADERS)]
    each = -(-GRADED // (GRADERS * len(pieces)))
    values = RELEVANCE.values(track)
    for piece in pieces:
        segments = Segment.objects.bulk_create(
            Segment(track=track, docid=f"doc_{piece.topic.name}#{n}")
            for n in range(each)
        )
        for judge in graders:
            for segment in segments:
                yield RelevanceLabel(
                    judge=judge,
                    topic=piece.topic,
                    segment=segment,
                    value=rng.choice(values),
                    at=now,
                )


def write_all(kind: Kind, labels: Iterator[Label]) -> None:
    """Write labels with their changes, batch after batch."""
    while batch := list(islice(labels, BATCH)):
        write_batch(kind, batch)


def write_jsonl(campaign: Labelled, folder: Path) -> None:
    """Write the same labels as nuggetizer's assignments, one file per run."""
    folder.mkdir()
    rows: QuerySet[Any] = AssignmentLabel.objects.filter(judge=campaign.judge)
    columns = rows.values_list("nugget", "response", "value")
    values = {(nugget, response): value for nugget, response, value in columns}
    for place in range(RUNS):
        with (folder / f"{place:03}.jsonl").open("w") as file:
            for piece in campaign.pieces:
                file.write(json.dumps(_record(piece, place, values)) + "\n")


def _record(
    piece: Piece, place: int, values: dict[tuple[int, int], str]
) -> dict[str, object]:
    response = piece.responses[place]
    return {
        "query": piece.topic.text,
        "qid": piece.topic.name,
        "run_id": response.run.name,
        "answer_text": response.text,
        "response_length": response.words,
        "nuggets": [
            {
                "text": listing.nugget.text,
                "importance": listing.importance,
                "assignment": values[listing.nugget_id, response.pk],
            }
            for listing in piece.listings
        ],
    }
