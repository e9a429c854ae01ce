"""People and judges of a campaign in progress, and their work."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
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
PAIRS = 200  # of a batch; in a campaign it has ten and a test item


class Work(NamedTuple):
    """One person's allocation, and the session in which they do it."""

    kind: str
    address: str
    person: str  # their uuid
    session: str


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
    track: Track,
    bank: Bank,
    desks: Sequence[Desk],
    people: Sequence[User],
    *,
    kinds: Sequence[str] = KINDS,
) -> list[Work]:
    """Give each person the topic that they have not seen, one kind after another."""
    allocations = [
        Allocation(
            track=track,
            work=kinds[number % len(kinds)],
            topic=desks[number].topic,
            assessor=person,
            subject=_subject(kinds[number % len(kinds)], bank, desks[number]),
        )
        for number, person in enumerate(people)
    ]
    return [
        Work(
            allocation.work,
            f"/work/{allocation.uuid}/",
            str(allocation.assessor.uuid),
            session_of(allocation.assessor),
        )
        for allocation in Allocation.objects.bulk_create(allocations)
    ]


def _subject(kind: str, bank: Bank, desk: Desk) -> str:
    """Return the uuid of what the work is over besides its topic, "" for nothing."""
    if kind == "assignment":
        return str(bank.uuid)
    return str(_batch(bank, desk).uuid) if kind == MATCH else ""


def _batch(bank: Bank, desk: Desk) -> Batch:
    """Put a topic's first pairs into one batch, more than a person labels here."""
    batch = Batch.objects.create(
        track=bank.track,
        bank=bank,
        topic=desk.topic,
        number=bank.track.match_batches.count() + 1,
    )
    Pair.objects.bulk_create(
        Pair(batch=batch, nugget_id=nugget, response_id=response)
        for nugget, response in desk.items["assignment"][:PAIRS]
    )
    return batch


def session_of(person: User) -> str:
    """Sign somebody in; return the session's key."""
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session[BEGAN] = session[SEEN] = timezone.now().timestamp()
    session.create()
    return str(session.session_key)
