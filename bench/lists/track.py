"""A track of 1,000 topics and 200 runs, with everything that its lists have."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from random import Random
from uuid import uuid4

from django.db import connection

from accounts.models import User
from assess.judging.models import Allocation, Judge, Remark, Thread
from assess.kinds.relevance.models import RelevanceLabel
from bench.campaign.people import make_judges, make_people
from bench.campaign.topics import text_of
from jobs.models import Job, JobState
from nuggets.models import Bank, BankVersion
from runs.models import (
    Citation,
    Import,
    Membership,
    Response,
    Run,
    Segment,
    Sentence,
    Topic,
    Track,
)

PROFILE = Path("runs/profiles/rag25.toml")
TOPICS, RUNS, SEGMENTS, PEOPLE = 1_000, 200, 50_000, 50
LABELS, THREADS, LISTED, BANKS = 100_000, 1_000, 500, 10
BATCH = 5_000


def make_track(rng: Random, now: datetime) -> tuple[Track, User]:
    """Create the track; return it with its organizer."""
    omar = User.objects.create(username="omar")
    track = Track.objects.create(
        slug="large", name="Large", profile_text=PROFILE.read_text(encoding="utf-8")
    )
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    topics = Topic.objects.bulk_create(
        (_topic(track, f"topic-{n:04}", n, text_of(rng, 60)) for n in range(TOPICS)),
        BATCH,
    )
    segments = _make_segments(track, rng)
    _make_runs(track, topics, segments, rng, now)
    _make_judging(track, topics, segments, now)
    _make_listed(track, now)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return track, omar


def _topic(track: Track, name: str, position: int, text: str) -> Topic:
    return Topic(track=track, name=name, text=text, position=position)


def _make_segments(track: Track, rng: Random) -> list[Segment]:
    return Segment.objects.bulk_create(
        (
            Segment(
                track=track,
                docid=f"msmarco_v2.1_doc_{n % 60:02}_{n}#{n % 7}_{n}",
                title=text_of(rng, 6),
                text=text_of(rng, 60),
            )
            for n in range(SEGMENTS)
        ),
        BATCH,
    )


def _make_runs(
    track: Track,
    topics: list[Topic],
    segments: list[Segment],
    rng: Random,
    now: datetime,
) -> None:
    """Create runs that answer every topic."""
    runs = Run.objects.bulk_create(
        (
            Run(
                track=track,
                name=f"run-{n}",
                group=f"group-{n % 40}",
                task="rag",
                landed_at=now,
            )
            for n in range(RUNS)
        ),
        BATCH,
    )
    _make_responses(topics, runs, segments, rng)


def _make_responses(
    topics: list[Topic], runs: list[Run], segments: list[Segment], rng: Random
) -> None:
    """Create responses of a sentence with one citation."""
    text = text_of(rng, 25)
    answers = Response.objects.bulk_create(
        (
            Response(
                run=runs[n % RUNS],
                topic=topics[n // RUNS],
                text=text,
                words=25,
                digest=f"{n:064x}",
            )
            for n in range(TOPICS * RUNS)
        ),
        BATCH,
    )
    sentences = Sentence.objects.bulk_create(
        (
            Sentence(response=answers[n], position=0, text=text)
            for n in range(len(answers))
        ),
        BATCH,
    )
    Citation.objects.bulk_create(
        (
            Citation(sentence=sentences[n], position=0, segment=rng.choice(segments))
            for n in range(len(sentences))
        ),
        BATCH,
    )


def _make_judging(
    track: Track, topics: list[Topic], segments: list[Segment], now: datetime
) -> None:
    """Hand out every topic, with labels, flags and banks."""
    people = make_people(track, PEOPLE)
    judges = make_judges(track, people, now=now)
    works = Allocation.objects.bulk_create(
        (
            Allocation(
                track=track,
                work="relevance",
                topic=topics[n],
                assessor=people[n % PEOPLE],
            )
            for n in range(TOPICS)
        ),
        BATCH,
    )
    RelevanceLabel.objects.bulk_create(
        (_label(judges, topics, segments, n, now) for n in range(LABELS)), BATCH
    )
    _make_threads(works, people, now)
    _make_banks(track, topics, now)


def _make_threads(works: list[Allocation], people: list[User], now: datetime) -> None:
    threads = Thread.objects.bulk_create(
        (
            Thread(
                allocation=works[n % TOPICS], item=str(uuid4()), about=f"Segment {n}"
            )
            for n in range(THREADS)
        ),
        BATCH,
    )
    Remark.objects.bulk_create(
        (
            Remark(
                thread=threads[n],
                kind=Remark.FLAG,
                author=people[n % PEOPLE],
                text="Both count?",
                at=now,
            )
            for n in range(THREADS)
        ),
        BATCH,
    )


def _make_banks(track: Track, topics: list[Topic], now: datetime) -> None:
    banks = Bank.objects.bulk_create(
        (
            Bank(track=track, name=f"bank-{n}", origin=Bank.EDITED, landed_at=now)
            for n in range(BANKS)
        ),
        BATCH,
    )
    BankVersion.objects.bulk_create(
        (
            BankVersion(
                bank=banks[n % BANKS],
                topic=topics[n // BANKS],
                state=BankVersion.FROZEN,
                frozen_at=now,
            )
            for n in range(BANKS * TOPICS)
        ),
        BATCH,
    )


def _label(
    judges: list[Judge],
    topics: list[Topic],
    segments: list[Segment],
    number: int,
    now: datetime,
) -> RelevanceLabel:
    judge = judges[number % len(judges)]
    return RelevanceLabel(
        judge=judge,
        actor_id=judge.user_id,
        topic=topics[number % TOPICS],
        segment=segments[number // 3 % SEGMENTS],
        value=str(number % 4),
        at=now,
    )


def _make_listed(track: Track, now: datetime) -> None:
    """Create imports and jobs."""
    Import.objects.bulk_create(
        (
            Import(
                track=track,
                kind="run",
                filename=f"run-{n}.jsonl",
                size=1,
                sha256=f"{n:064x}",
                state=Import.LANDED,
                finished_at=now,
            )
            for n in range(LISTED)
        ),
        BATCH,
    )
    Job.objects.bulk_create(
        (
            Job(
                kind="import",
                title=f"Import run-{n}.jsonl",
                scope=track.uuid,
                state=JobState.DONE,
                created=now,
                finished=now,
            )
            for n in range(LISTED)
        ),
        BATCH,
    )
