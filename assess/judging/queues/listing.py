"""Shared queues: what a person may take, and who has what until when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from assess.judging.allocations.exposure import kept_blind
from assess.judging.models import Allocation, Slot
from assess.judging.screens import Screen, all_screens
from runs.models import Membership, Topic, Track


class Queue(NamedTuple):
    """Some work in one track that a person may take."""

    track: Track
    screen: Screen
    topics: int


SAME = ("work", "topic", "subject", "round", "repeat")  # of a slot and an allocation


def slots_for(person: User, *, now: datetime, work: str = "") -> QuerySet[Slot]:
    """Return the slots that a person may take now, of some work or of all.

    Slots with an expired lease come last. Excluded are work that the person has
    already, exclusive work that somebody has, work that the person would not do blind,
    and what the work itself withholds.
    """
    taken = Allocation.objects.filter(slot=OuterRef("pk"), released_at=None)
    held = taken.exclude(finished_at=None, leased_until__lt=now)
    same = Allocation.objects.filter(
        released_at=None,
        **{name: OuterRef(name) for name in SAME},
    )
    own = same.filter(assessor=person)
    alone = same.filter(exclusive=True, finished_at=None).exclude(slot=OuterRef("pk"))
    free = (
        Slot.objects.queued()
        .filter(
            ~Exists(held),
            ~Exists(own),
            ~Exists(alone),
            track__memberships__user=person,
            track__memberships__role=Membership.ASSESSOR,
        )
        .exclude(Q(known__user=person) | kept_blind(person))
    )
    if work:
        free = free.filter(work=work)
    found = free.exclude(_withheld(person, free, work))
    return found.annotate(expired=Exists(taken)).order_by("expired", "created_at", "pk")


def _withheld(person: User, free: QuerySet[Slot], work: str) -> Q:
    """Return the slots that are withheld from a person now; each rule runs once."""
    screens = (each for each in all_screens() if not work or each.name == work)
    rules = {screen.withheld: None for screen in screens if screen.withheld}
    found = Q(pk__in=[])
    for rule in rules:
        found |= rule(person, free)
    return found


def queues_for(person: User, *, now: datetime) -> list[Queue]:
    """Return how many topics of each work a person may take, by track."""
    screens = {screen.name: screen for screen in all_screens()}
    found: dict[tuple[str, int, str], tuple[Track, set[int]]] = {}
    for slot in slots_for(person, now=now).select_related("track"):
        if slot.work in screens:
            key = (slot.track.name, slot.track_id, slot.work)
            found.setdefault(key, (slot.track, set()))[1].add(slot.topic_id)
    return [
        Queue(track, screens[work], len(topics))
        for (*_track, work), (track, topics) in sorted(
            found.items(), key=lambda each: each[0]
        )
    ]


@dataclass
class QueueRow:
    """One topic in a shared queue: its free slots, and who has the others."""

    screen: Screen
    topic: Topic
    free: list[Slot] = field(default_factory=list)
    held: list[Allocation] = field(default_factory=list)
    finished: list[Allocation] = field(default_factory=list)


def queue_rows(track: Track) -> list[QueueRow]:
    """Return a track's shared queues for its organizer, by work and topic."""
    holders = Allocation.objects.filter(released_at=None).select_related("assessor")
    slots = (
        Slot.objects.queued()
        .filter(track=track)
        .select_related("topic")
        .prefetch_related(Prefetch("allocations", holders, to_attr="holders"))
        .order_by("topic__position", "pk")
    )
    return _rows(slots)


def _rows(slots: Iterable[Slot]) -> list[QueueRow]:
    screens = {screen.name: screen for screen in all_screens()}
    found: dict[tuple[int, int], QueueRow] = {}
    places = {name: place for place, name in enumerate(screens)}
    for slot in slots:
        if slot.work not in screens:
            continue
        row = found.setdefault(
            (places[slot.work], slot.topic_id),
            QueueRow(screens[slot.work], slot.topic),
        )
        holders: list[Allocation] = slot.holders  # type: ignore[attr-defined]
        row.free += [] if holders else [slot]
        row.held += [work for work in holders if not work.finished_at]
        row.finished += [work for work in holders if work.finished_at]
    order = sorted(found, key=lambda key: key[0])
    return [found[key] for key in order]
