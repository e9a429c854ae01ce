"""A campaign in progress: topics, runs, a bank, people with work, many labels."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from accounts.sessions import BEGAN, SEEN
from assess.judging.judges.actions import judge_of
from assess.judging.kinds import Kind, get_kind
from assess.judging.models import Allocation, Change, Judge, Label
from nuggets.models import Bank, BankVersion, Listing, Nugget
from runs.models import (
    Citation,
    Membership,
    RankedList,
    Response,
    Run,
    Segment,
    Sentence,
    Subnarrative,
    Topic,
    Track,
)

KINDS = ("relevance", "support", "assignment")
RUNS, SEGMENTS, RANKS = 30, 200, 100  # of a campaign; of a topic; of a list
SENTENCES, CITATIONS, NUGGETS, PARTS = 8, 2, 20, 8
MACHINES = 4
DESKS = 10  # topics at least, however few people there are
BATCH = 10_000
WORDS = (
    *("harbour", "ice", "salt", "water", "freezes", "late", "river", "tug", "channel"),
    *("winter", "port", "bubbler", "wind", "berth", "crane", "keel", "ballast", "tide"),
    *("fresh", "floats", "first", "cost", "year", "ship", "hull", "anchor"),
)


class Work(NamedTuple):
    """One person's allocation, and the session in which they do it."""

    kind: str
    address: str
    person: str  # their uuid
    session: str


@dataclass
class Desk:
    """A topic with the row numbers of its items, by kind of label."""

    topic: Topic
    parts: list[str]  # uuids of the sub-narratives
    items: dict[str, list[tuple[int, ...]]]


def text_of(rng: Random, words: int) -> str:
    """Return some words without meaning."""
    return " ".join(rng.choices(WORDS, k=words))


def make_campaign(
    profile: str,
    *,
    assessors: int,
    labels: int,
    rng: Random,
    now: datetime,
    runs: int = RUNS,
) -> list[Work]:
    """Create a track with its labels; return the work of its assessors."""
    track = Track.objects.create(slug="bench", name="Bench", profile_text=profile)
    made = Run.objects.bulk_create(
        Run(track=track, name=f"run-{n}", group=f"group-{n % 10}", task="rag")
        for n in range(runs)
    )
    Run.objects.update(landed_at=now)
    bank = Bank.objects.create(
        track=track, name="post-edited", origin=Bank.EDITED, landed_at=now
    )
    with transaction.atomic():
        desks = [
            make_desk(track, made, bank, number, rng=rng, now=now)
            for number in range(max(assessors, DESKS))
        ]
    people = make_people(track, assessors)
    judges = make_judges(track, people, now=now)
    write_labels(desks, judges, labels, rng=rng, now=now)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return hand_out(track, bank, desks, people)


def make_desk(
    track: Track,
    runs: Sequence[Run],
    bank: Bank,
    number: int,
    *,
    rng: Random,
    now: datetime,
) -> Desk:
    """Create one topic with everything that is judged on it."""
    topic = Topic.objects.create(
        track=track, name=f"{number}", text=text_of(rng, 60), position=number
    )
    parts = Subnarrative.objects.bulk_create(
        Subnarrative(topic=topic, text=text, folded=text, position=place)
        for place, text in enumerate(f"{n} {text_of(rng, 8)}" for n in range(PARTS))
    )
    segments = make_segments(topic, runs, rng=rng)
    responses = make_responses(runs, topic, rng=rng)
    cited = make_citations(responses, segments, rng=rng)
    nuggets = make_version(bank, topic, rng=rng, now=now)
    items: dict[str, list[tuple[int, ...]]] = {
        "relevance": [(topic.pk, segment.pk) for segment in segments],
        "support": [(pk,) for pk in cited],
        "assignment": [(n.pk, r.pk) for n in nuggets for r in responses],
    }
    return Desk(topic, [str(part.uuid) for part in parts], items)


def make_segments(topic: Topic, runs: Sequence[Run], *, rng: Random) -> list[Segment]:
    """Create a topic's segments, and every run's ranking of them."""
    segments = Segment.objects.bulk_create(
        Segment(
            track=topic.track,
            docid=f"doc_{topic.name}#{place}",
            title=text_of(rng, 6),
            url=f"https://example.org/{topic.name}/{place}",
            text=text_of(rng, 150),
        )
        for place in range(SEGMENTS)
    )
    pks = [segment.pk for segment in segments]
    RankedList.objects.bulk_create(
        RankedList(
            run=run,
            topic=topic,
            segment_ids=rng.sample(pks, RANKS),
            scores=[float(RANKS - rank) for rank in range(RANKS)],
        )
        for run in runs
    )
    return segments


def make_responses(runs: Sequence[Run], topic: Topic, *, rng: Random) -> list[Response]:
    """Create every run's response to a topic, without its sentences."""
    texts = [text_of(rng, 25 * SENTENCES) for _run in runs]
    return Response.objects.bulk_create(
        Response(
            run=run,
            topic=topic,
            text=text,
            words=len(text.split()),
            digest=hashlib.sha256(text.encode()).hexdigest(),
        )
        for run, text in zip(runs, texts, strict=True)
    )


def make_citations(
    responses: Sequence[Response], segments: Sequence[Segment], *, rng: Random
) -> list[int]:
    """Create sentences with citations; return the judged citations, the first ones."""
    sentences = Sentence.objects.bulk_create(
        Sentence(response=response, position=place, text=text_of(rng, 25))
        for response in responses
        for place in range(SENTENCES)
    )
    citations = Citation.objects.bulk_create(
        Citation(sentence=sentence, position=place, segment=rng.choice(segments))
        for sentence in sentences
        for place in range(CITATIONS)
    )
    return [citation.pk for citation in citations if citation.position == 0]


def make_version(
    bank: Bank, topic: Topic, *, rng: Random, now: datetime
) -> list[Nugget]:
    """Create the frozen list of a topic."""
    version = BankVersion.objects.create(
        bank=bank, topic=topic, state=BankVersion.FROZEN, frozen_at=now
    )
    nuggets = Nugget.objects.bulk_create(
        Nugget(topic=topic, text=text_of(rng, 9)) for _place in range(NUGGETS)
    )
    Listing.objects.bulk_create(
        Listing(
            version=version,
            nugget=nugget,
            position=place,
            importance="vital" if place % 2 else "okay",
        )
        for place, nugget in enumerate(nuggets)
    )
    return nuggets


def make_people(track: Track, count: int) -> list[User]:
    """Create the assessors."""
    people = User.objects.bulk_create(
        User(username=f"assessor-{number}", password="!")  # noqa: S106 - no password at all
        for number in range(count)
    )
    Membership.objects.bulk_create(
        Membership(track=track, user=person, role=Membership.ASSESSOR)
        for person in people
    )
    return people


def make_judges(track: Track, people: Sequence[User], *, now: datetime) -> list[Judge]:
    """Create the people's judges, then some machines."""
    persons = [judge_of(person, track, now=now) for person in people]
    machine = {"kind": Judge.BASELINE, "baseline": "made"}
    machines = [
        Judge(track=track, name=f"machine-{n}", landed_at=now, **machine)
        for n in range(MACHINES)
    ]
    return persons + Judge.objects.bulk_create(machines)


def write_labels(
    desks: Sequence[Desk],
    judges: Sequence[Judge],
    count: int,
    *,
    rng: Random,
    now: datetime,
) -> None:
    """Write that many labels and their changes, on all desks except a person's own."""
    waiting: dict[str, list[Label]] = defaultdict(list)
    for number, (kind, label) in enumerate(_labels(desks, judges, rng=rng, now=now)):
        if number == count:
            break
        waiting[kind.name].append(label)
        if len(waiting[kind.name]) == BATCH:
            write_batch(kind, waiting.pop(kind.name))
    for name, rows in waiting.items():
        write_batch(get_kind(name), rows)


def _labels(
    desks: Sequence[Desk], judges: Sequence[Judge], *, rng: Random, now: datetime
) -> Iterator[tuple[Kind, Label]]:
    kinds = [get_kind(name) for name in KINDS]
    scales = {kind: kind.values(desks[0].topic.track) for kind in kinds}
    for kind, desk, judge, item in _judged(desks, judges, kinds):
        label = kind.model(
            judge=judge,
            actor_id=judge.user_id,
            value=rng.choice(scales[kind]),
            details=_details(kind, desk, rng),
            at=now,
            **dict(zip(kind.columns, item, strict=True)),
        )
        yield kind, label


def _judged(
    desks: Sequence[Desk], judges: Sequence[Judge], kinds: Sequence[Kind]
) -> Iterator[tuple[Kind, Desk, Judge, tuple[int, ...]]]:
    for step in range(1, len(desks)):
        for place, judge in enumerate(judges):
            desk = desks[(place + step) % len(desks)]
            for kind in kinds:
                for item in desk.items[kind.name]:
                    yield kind, desk, judge, item


def _details(kind: Kind, desk: Desk, rng: Random) -> dict[str, Any]:
    if kind.name != "relevance":
        return {}
    return {"ticks": rng.sample(desk.parts, rng.randrange(4))}


def write_batch(kind: Kind, labels: list[Label]) -> None:
    """Write labels of one kind, with the change that created each."""
    with transaction.atomic():
        kept = kind.model.objects.bulk_create(labels)
        Change.objects.bulk_create(
            Change(
                kind=kind.name,
                label_id=label.pk,
                judge_id=label.judge_id,
                actor_id=label.actor_id,
                key=uuid4() if label.actor_id else None,
                version=1,
                after=label.value,
                details=label.details,
                at=label.at,
            )
            for label in kept
        )


def hand_out(
    track: Track, bank: Bank, desks: Sequence[Desk], people: Sequence[User]
) -> list[Work]:
    """Give each person the topic that they have not seen, one kind after another."""
    allocations = Allocation.objects.bulk_create(
        Allocation(
            track=track,
            work=KINDS[number % len(KINDS)],
            topic=desks[number].topic,
            assessor=person,
            subject=str(bank.uuid) if number % len(KINDS) == 2 else "",
        )
        for number, person in enumerate(people)
    )
    return [
        Work(
            allocation.work,
            f"/work/{allocation.uuid}/",
            str(allocation.assessor.uuid),
            session_of(allocation.assessor),
        )
        for allocation in allocations
    ]


def session_of(person: User) -> str:
    """Sign somebody in; return the session's key."""
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session[BEGAN] = session[SEEN] = timezone.now().timestamp()
    session.create()
    return str(session.session_key)
