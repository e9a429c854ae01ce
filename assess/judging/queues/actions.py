"""Changes of shared queues: add work, take the next, renew its lease, put it back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Case, QuerySet, Value, When

from accounts.models import User
from assess.judging.allocations.actions import (
    NO_TERMS,
    NotOpen,
    Terms,
    check_known,
    open_work,
)
from assess.judging.allocations.blindness import NotBlind, check_blind, hold_still
from assess.judging.models import Allocation, Slot
from assess.judging.models.subjects import set_subject_keys
from assess.judging.queues.listing import slots_for
from assess.judging.rounds.actions import planned_training
from assess.judging.screens import Screen, get_screen
from runs.models import Membership, Topic, Track


class NothingFree(Exception):
    """The queue has nothing for this person now."""


class Taken(Exception):
    """Somebody has the slot, or it left the queue."""


class TakenByAnother(Exception):
    """Somebody else has taken the work meanwhile."""


class QueuedBefore(Exception):
    """The work was already handed out again."""


class QueueChanged(Exception):
    """Topics were added to the queue since the plan was shown."""

    def __init__(self) -> None:
        super().__init__(
            "The queue changed since this was shown. This is the current queue."
        )


def lease() -> timedelta:
    """Return how long taken work is reserved."""
    return timedelta(hours=settings.WORK_LEASE)


def add_slots(
    track: Track,
    screen: Screen,
    copies: Mapping[Topic, int],
    *,
    by: User | None,
    terms: Terms = NO_TERMS,
    queued: int | None = None,
) -> int:
    """Put topics into the shared queue, each once per person who is to do it.

    Return the number of slots. Every topic's first slot comes before any second one.
    Raise KnowsTheAnswers if the known answers are labels of the people who may take,
    QueueChanged if `count_slots` differs from `queued`.
    """
    check_add(track, screen, terms=terms)
    rows = [
        Slot(
            track=track,
            work=screen.name,
            topic=topic,
            subject=terms.subject,
            round=terms.round,
            repeat=terms.repeat,
            known=terms.known,
            shown=terms.shown,
            order=terms.order,
            by=by,
        )
        for copy in range(max(copies.values(), default=0))
        for topic, number in copies.items()
        if copy < number
    ]
    set_subject_keys(rows)
    with transaction.atomic():
        Track.objects.select_for_update(no_key=True).get(pk=track.pk)
        if queued not in (None, count_slots(track, screen, terms=terms)):
            raise QueueChanged
        _give_training(track, screen, terms, by=by)
        return len(Slot.objects.bulk_create(rows))


def _give_training(
    track: Track, screen: Screen, terms: Terms, *, by: User | None
) -> None:
    """Give the training of a round to every assessor who has none yet."""
    if terms.protocol:
        people = _active(track)
        rows = planned_training(terms.protocol, screen.name, people, by=by)
        Allocation.objects.bulk_create(rows)


def count_slots(track: Track, screen: Screen, *, terms: Terms) -> int:
    """Return how many slots of some work were ever put into the queue."""
    same = Slot.objects.filter(track=track, work=screen.name, subject=terms.subject)
    return same.filter(round=terms.round, repeat=terms.repeat).count()


def check_add(track: Track, screen: Screen, *, terms: Terms) -> None:
    """Raise KnowsTheAnswers if an assessor of the track gave the known answers.

    NotBlind if one of them is not blind to the training.
    """
    check_known(terms.known, _assessors(track))
    if terms.protocol:
        people = _active(track)
        training = planned_training(terms.protocol, screen.name, people, by=None)
        check_known(training[0].known if training else None, people)
        check_blind(training)


def _assessors(track: Track) -> QuerySet[User]:
    assessing = {"memberships__track": track, "memberships__role": Membership.ASSESSOR}
    return User.objects.filter(**assessing)


def _active(track: Track) -> list[User]:
    return list(_assessors(track).filter(is_active=True))


def take_next(track: Track, work: str, person: User, *, now: datetime) -> Allocation:
    """Give a person the next free slot of some work; raise NothingFree.

    If several people request the last one at once, one of them gets it.
    """
    for slot in slots_for(person, now=now, work=work).filter(track=track):
        try:
            return take(slot, person, now=now)
        except (Taken, NotBlind):
            continue
    raise NothingFree


def take(slot: Slot, person: User, *, now: datetime) -> Allocation:
    """Give a person one slot; release it first if its lease has expired.

    Raise Taken if somebody else has it, or if the person already has the work; NotBlind
    as `check_blind` does.
    """
    try:
        with transaction.atomic():
            hold_still(slot.track_id, [person])
            free = Slot.objects.select_for_update().filter(pk=slot.pk)
            if not free.queued().exists():
                raise Taken
            expired = Allocation.objects.open().filter(slot=slot, leased_until__lt=now)
            expired.update(released_at=now)
            work = _create(slot, person, now=now)
            check_blind([work])
            return work
    except IntegrityError:
        raise Taken from None


def _create(slot: Slot, person: User, *, now: datetime) -> Allocation:
    work = planned_from(slot)
    work.assessor = work.by = person
    work.exclusive = get_screen(slot.work).exclusive
    work.leased_until = now + lease()
    set_subject_keys([work])
    work.save(force_insert=True)
    return work


def planned_from(slot: Slot) -> Allocation:
    """Return the allocation for a slot, not stored and without a person."""
    return Allocation(
        track_id=slot.track_id,
        work=slot.work,
        topic_id=slot.topic_id,
        subject=slot.subject,
        round=slot.round,
        repeat=slot.repeat,
        known_id=slot.known_id,
        shown_id=slot.shown_id,
        order=slot.order,
        slot=slot,
    )


def renew_lease(allocation: Allocation, *, now: datetime) -> None:
    """Renew the lease of taken work once less than half of it is left."""
    until = allocation.leased_until
    if until is None or until - now >= lease() / 2:
        return
    held = Allocation.objects.open().filter(pk=allocation.pk)
    held.update(leased_until=now + lease())


def reopen(allocation: Allocation, *, now: datetime) -> None:
    """Open finished work again; renew its lease if it has one.

    Raise TakenByAnother if somebody else has taken exclusive work meanwhile.
    """
    held_on = When(leased_until__isnull=False, then=Value(now + lease()))
    own = Allocation.objects.held().filter(pk=allocation.pk)
    try:
        with transaction.atomic():
            own.update(finished_at=None, leased_until=Case(held_on))
    except IntegrityError:
        raise TakenByAnother from None


def put_back(allocation: Allocation, *, now: datetime) -> None:
    """Put taken work back into its queue; raise NotOpen if it is closed.

    All labels stay.
    """
    taken = Allocation.objects.open().filter(pk=allocation.pk, slot__isnull=False)
    if not taken.update(released_at=now):
        raise NotOpen


def queue_all(track: Track, person: User, *, by: User, now: datetime) -> int:
    """Put all of a person's open work into the queue; return the number of topics.

    Work from the queue goes back to its slot.
    """
    with transaction.atomic():
        works = list(open_work(track, person).select_for_update())
        Allocation.objects.filter(pk__in=[work.pk for work in works]).update(
            released_at=now
        )
        slots = [_slot_of(work, by) for work in works if not work.slot_id]
        set_subject_keys(slots)
        Slot.objects.bulk_create(slots)
    return len(works)


def _slot_of(allocation: Allocation, by: User | None) -> Slot:
    return Slot(
        track_id=allocation.track_id,
        work=allocation.work,
        topic_id=allocation.topic_id,
        subject=allocation.subject,
        round=allocation.round,
        repeat=allocation.repeat,
        known_id=allocation.known_id,
        shown_id=allocation.shown_id,
        order=allocation.order,
        by=by,
    )


def hand_out_again(work: Allocation, *, by: User | None) -> Slot:
    """Put finished work that failed its test items into the queue, for somebody else.

    Only once: raise QueuedBefore the second time. The labels of the first person stay.
    """
    try:
        with transaction.atomic():
            slot = _slot_of(work, by)
            slot.replaces = work
            set_subject_keys([slot])
            slot.save()
            return slot
    except IntegrityError:
        raise QueuedBefore from None


def withdraw(slot: Slot, *, now: datetime) -> None:
    """Remove a free slot from its queue; raise Taken if somebody has it."""
    with transaction.atomic():
        found = Slot.objects.select_for_update().filter(pk=slot.pk)
        # A separate statement, run after the lock is taken, so that it sees taken
        # slots.
        if not found.exists() or slot.allocations.filter(released_at=None).exists():
            raise Taken
        if not found.queued().update(withdrawn_at=now):
            raise Taken
