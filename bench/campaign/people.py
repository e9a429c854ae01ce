"""People and judges of a campaign in progress, and their work."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.models import User
from accounts.sessions import BEGAN, SEEN
from assess.judging.judges.actions import judge_of
from assess.judging.models import Allocation, Judge
from bench.campaign.topics import KINDS, MATCH, Desk
from matching.models import Batch, Pair
from nuggets.models import Bank
from runs.models import Membership, Track

MACHINES = 4
BATCHES, PAIRS = 10, 11  # of a person; of a batch


class Work(NamedTuple):
    """One person's allocation, and the session in which they do it.

    later: the addresses of their next batches, if the work is matching.
    """

    kind: str
    address: str
    person: str  # their uuid
    session: str
    later: tuple[str, ...] = ()


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


def hand_out(
    bank: Bank,
    desks: Sequence[Desk],
    people: Sequence[User],
    *,
    match: bool = False,
) -> list[Work]:
    """Give each person the topic that they have not seen, one kind after another.

    match: give them batches of its pairs instead.
    """
    works = []
    for number, person in enumerate(people):
        desk, kind = desks[number], KINDS[number % len(KINDS)]
        if match:
            given = [
                _allocation(MATCH, desk, person, row) for row in _batches(bank, desk)
            ]
        else:
            subject = bank if kind == "assignment" else None
            given = [_allocation(kind, desk, person, subject)]
        first, *later = (f"/work/{row.uuid}/" for row in given)
        session = session_of(person)
        name = str(person.uuid)
        works.append(Work(given[0].work, first, name, session, tuple(later)))
    return works


def _allocation(
    kind: str, desk: Desk, person: User, subject: Bank | Batch | None
) -> Allocation:
    return Allocation.objects.create(
        track=desk.topic.track,
        work=kind,
        topic=desk.topic,
        assessor=person,
        subject=str(subject.uuid) if subject else "",
    )


def _batches(bank: Bank, desk: Desk) -> list[Batch]:
    """Put a topic's first pairs into batches."""
    first = bank.track.match_batches.count() + 1
    batches = Batch.objects.bulk_create(
        Batch(track=bank.track, bank=bank, topic=desk.topic, number=first + place)
        for place in range(BATCHES)
    )
    items = iter(desk.items["assignment"])
    Pair.objects.bulk_create(
        Pair(batch=batch, nugget_id=nugget, response_id=response)
        for batch in batches
        for nugget, response in islice(items, PAIRS)
    )
    return batches


def session_of(person: User) -> str:
    """Sign somebody in; return the session's key."""
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session[BEGAN] = session[SEEN] = timezone.now().timestamp()
    session.create()
    return str(session.session_key)
