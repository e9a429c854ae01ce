"""A campaign of exams at full size: every question graded on every passage."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import NamedTuple

from django.db import connection

from accounts.models import User
from assess.judging.models import Judge
from bench.campaign.people import make_people
from exams.banks.actions import Entry, write_version
from exams.models import ExamLabel, ExamPassage, Question, QuestionBank
from runs.models import Membership, RankedList, Run, Segment, Topic, Track

RUNS, TOPICS, QUESTIONS, PASSAGES, DEPTH = 50, 105, 10, 1_000, 100


class Examined(NamedTuple):
    """The campaign, the judge of its grades, its organizer, and its topics."""

    track: Track
    bank: QuestionBank
    judge: Judge
    organizer: User
    topics: list[Topic]


class Pool(NamedTuple):
    """A topic's questions and passages, not graded yet."""

    track: Track
    bank: QuestionBank
    questions: int


def make_examined(profile: str, *, rng: Random, now: datetime) -> Examined:
    """Create runs, topics, a bank, and one judge's grade of every pair."""
    bank, runs = _campaign(profile, now)
    track = bank.track
    judge = Judge.objects.create(
        track=track, name="grader", kind=Judge.BASELINE, baseline="made", landed_at=now
    )
    topics = [_topic(bank, runs, n, rng=rng, now=now) for n in range(TOPICS)]
    write_grades(judge, now)
    organizer = make_people(track, 1)[0]
    Membership.objects.filter(user=organizer).update(role=Membership.ORGANIZER)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return Examined(track, bank, judge, organizer, topics)


def make_pool(profile: str, passages: int, *, rng: Random, now: datetime) -> Pool:
    """Create one topic with so many passages in every run's ranking."""
    bank, runs = _campaign(profile, now)
    _topic(bank, runs, 0, passages=passages, rng=rng, now=now)
    return Pool(bank.track, bank, QUESTIONS)


def _campaign(profile: str, now: datetime) -> tuple[QuestionBank, list[Run]]:
    """Create a track with runs and an empty bank."""
    track = Track.objects.create(slug="examined", name="Examined", profile_text=profile)
    runs = Run.objects.bulk_create(
        Run(track=track, name=f"run-{n}", group=f"group-{n}", task="r", landed_at=now)
        for n in range(RUNS)
    )
    bank = QuestionBank.objects.create(
        track=track, name="questions", origin=Question.PERSON, landed_at=now
    )
    return bank, runs


def _topic(
    bank: QuestionBank,
    runs: Sequence[Run],
    number: int,
    *,
    rng: Random,
    now: datetime,
    passages: int = PASSAGES,
) -> Topic:
    """Create one topic with its questions, its pool and every run's ranking."""
    track = bank.track
    topic = Topic.objects.create(
        track=track, name=f"{number}", text=f"Topic {number}", position=number
    )
    entries = [Entry(f"Question {number}, {n}?") for n in range(QUESTIONS)]
    write_version(bank, topic, entries, now=now, origin=Question.PERSON)
    segments = Segment.objects.bulk_create(
        Segment(track=track, docid=f"doc_{number}#{n}", text=f"Some words, {n}.")
        for n in range(passages)
    )
    ExamPassage.objects.bulk_create(
        ExamPassage(topic=topic, segment=segment) for segment in segments
    )
    RankedList.objects.bulk_create(
        RankedList(
            run=run,
            topic=topic,
            segment_ids=[each.pk for each in rng.sample(segments, DEPTH)],
            scores=[float(DEPTH - place) for place in range(DEPTH)],
        )
        for run in runs
    )
    return topic


def write_grades(judge: Judge, now: datetime) -> None:
    """Write a grade for each question on each passage of its topic, in one statement.

    Three in ten are above 0; which ones follows from the row numbers.
    """
    table = ExamLabel._meta.db_table  # noqa: SLF001
    statement = f"""
        INSERT INTO {table} (judge_id, question_id, passage_id, round, repeat, value,
                             details, version, at)
        SELECT %s, q.id, p.id, 0, 0,
               (CASE WHEN (q.id * 7919 + p.id * 104729) %% 10 < 3
                THEN (q.id * 31 + p.id * 17) %% 6 ELSE 0 END)::text,
               '{{"reply": "4", "read": "digit"}}'::jsonb, 1, %s
        FROM {Question._meta.db_table} q  -- noqa
        JOIN {ExamPassage._meta.db_table} p ON p.topic_id = q.topic_id
    """  # noqa: S608, SLF001 - the names of our own tables
    with connection.cursor() as cursor:
        cursor.execute(statement, [judge.pk, now])
