"""Hand work to people, take it back, and close it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import User
from assess.models import Allocation
from assess.screens import Screen
from runs.models import Membership, Topic, Track

Pair = tuple[Topic, User]


class NotAnAssessor(ValueError):
    """Work goes only to a track's assessors: others may see machines' labels."""


class AlreadyHandedOut(ValueError):
    """Somebody has some of this work already; the message names it all."""


class NotOpen(Exception):
    """The work was finished or taken back before."""


def hand_out(
    track: Track,
    screen: Screen,
    pairs: Sequence[Pair],
    *,
    by: User,
    subject: str = "",
    round: int = 0,
) -> int:
    """Give each person their topics, all or none; return how many allocations.

    Raise NotAnAssessor for people without that role in the track, AlreadyHandedOut
    where a person holds the work already, or anybody does if it is exclusive.
    """
    _check_roles(track, {person for _topic, person in pairs})
    rows = [
        Allocation(
            track=track,
            kind=screen.name,
            topic=topic,
            assessor=person,
            subject=subject,
            round=round,
            exclusive=screen.exclusive,
            by=by,
        )
        for topic, person in pairs
    ]
    _check_free(rows)
    try:
        with transaction.atomic():
            Allocation.objects.bulk_create(rows)
    except IntegrityError:  # somebody handed out the same in this moment
        _check_free(rows)
        raise AlreadyHandedOut("Each topic goes to one person at a time.") from None
    return len(rows)


def _check_roles(track: Track, people: set[User]) -> None:
    assessors = set(
        Membership.objects.filter(
            track=track, user__in=people, role=Membership.ASSESSOR
        ).values_list("user_id", flat=True)
    )
    others = sorted(str(person) for person in people if person.pk not in assessors)
    if others:
        raise NotAnAssessor(f"not assessors of {track}: {', '.join(others)}")


def _check_free(rows: Sequence[Allocation]) -> None:
    taken = _taken(rows)
    if taken:
        held = "; ".join(f"{name} has {', '.join(topics)}" for name, topics in taken)
        raise AlreadyHandedOut(f"Handed out already: {held}.")


def _taken(rows: Sequence[Allocation]) -> list[tuple[str, list[str]]]:
    """Return who holds which of this work already, by name."""
    if not rows:
        return []
    first = rows[0]
    mine = Q(assessor__in={row.assessor for row in rows})
    anybody = Q(exclusive=True, finished_at=None)
    held = (
        Allocation.objects.filter(
            mine | anybody,
            kind=first.kind,
            subject=first.subject,
            round=first.round,
            topic__in={row.topic for row in rows},
            released_at=None,
        )
        .select_related("topic", "assessor")
        .order_by("assessor__username", "topic__position")
    )
    wanted = {(row.topic_id, row.assessor_id) for row in rows}
    found: dict[str, list[str]] = {}
    for work in held:
        if work.exclusive or (work.topic_id, work.assessor_id) in wanted:
            found.setdefault(str(work.assessor), []).append(work.topic.name)
    return list(found.items())


def release(allocation: Allocation, *, now: datetime) -> None:
    """Take open work back from its person, whose labels stay; raise NotOpen if shut."""
    if not Allocation.objects.open().filter(pk=allocation.pk).update(released_at=now):
        raise NotOpen


def release_all(track: Track, assessor: User, *, now: datetime) -> int:
    """Take all of a person's open work in a track back; return how many topics."""
    open_work = Allocation.objects.open().filter(track=track, assessor=assessor)
    return open_work.update(released_at=now)


def finish(allocation: Allocation, *, now: datetime) -> bool:
    """Mark work as finished, once; False where it was shut before.

    That nothing is left is the caller's to check, in the same transaction.
    """
    return bool(
        Allocation.objects.open().filter(pk=allocation.pk).update(finished_at=now)
    )


def loads(track: Track, people: Iterable[User]) -> dict[User, int]:
    """Return how many open topics each person holds in a track."""
    held = dict.fromkeys(people, 0)
    for work in (
        Allocation.objects.open().filter(track=track).select_related("assessor")
    ):
        if work.assessor in held:
            held[work.assessor] += 1
    return held
