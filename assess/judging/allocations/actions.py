"""Hand out work, release it, and finish it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import User
from assess.judging.allocations.blindness import check_blind, hold_still
from assess.judging.labels.reader import people_behind
from assess.judging.models import Allocation, Judge, Round
from assess.judging.models.allocations import AllocationQuerySet
from assess.judging.models.subjects import set_subject_keys
from assess.judging.rounds.actions import planned_training
from assess.judging.screens import SCREENS, Screen, get_screen
from runs.models import Membership, Topic, Track

Pair = tuple[Topic, User]


class NotAnAssessor(ValueError):
    """Work goes only to a track's assessors: others may see machines' labels."""


class AlreadyHandedOut(ValueError):
    """Somebody has some of this work already; the message names all of it."""


class KnowsTheAnswers(ValueError):
    """The known answers are the person's own labels, which test nothing."""


class NotTheirs(ValueError):
    """Only some people may do the work; the message names the others."""


class NotOpen(Exception):
    """The work was finished or released before."""


@dataclass(frozen=True)
class Terms:
    """What the work covers in addition to its topic, and how it is done.

    round, repeat: those of its labels. known: the judge whose labels are known answers,
    hidden among the items. shown: the machine whose labels are post-edited. protocol:
    the stored round of that number. order: of the items, "" for the usual one.
    """

    subject: str = ""
    round: int = 0
    repeat: int = 0
    known: Judge | None = None
    shown: Judge | None = None
    protocol: Round | None = None
    order: str = ""


NO_TERMS = Terms()


def hand_out(
    track: Track,
    screen: Screen,
    pairs: Sequence[Pair],
    *,
    by: User,
    terms: Terms = NO_TERMS,
) -> int:
    """Give each person their topics, all or none; return the number of allocations.

    A round's training is given to those who have none yet. Raise what `check_hand_out`
    raises.
    """
    people = {person for _topic, person in pairs}
    with transaction.atomic():
        hold_still(track.pk, people)
        check_hand_out(track, screen, pairs, terms=terms)
        _create(planned_training(terms.protocol, screen.name, people, by=by))
        return len(_create(planned(track, screen, pairs, terms, by=by)))


def check_hand_out(
    track: Track, screen: Screen, pairs: Sequence[Pair], *, terms: Terms = NO_TERMS
) -> None:
    """Raise an error if the work must not be handed out; write nothing.

    NotAnAssessor for people without that role in the track. AlreadyHandedOut if a
    person has the work already, or if anybody has exclusive work. KnowsTheAnswers for
    people whose own labels are the known answers. NotTheirs for people to whom the work
    is not open. NotBlind as `check_blind` does.
    """
    people = {person for _topic, person in pairs}
    _check_roles(track, people)
    _check_open_to(screen, terms.subject, people)
    check_known(terms.known, people)
    rows = planned(track, screen, pairs, terms)
    training = planned_training(terms.protocol, screen.name, people, by=None)
    check_known(training[0].known if training else None, people)
    check_blind([*rows, *training])
    _check_free(rows)


def planned(
    track: Track,
    screen: Screen,
    pairs: Sequence[tuple[Topic, User | None]],
    terms: Terms,
    *,
    by: User | None = None,
) -> list[Allocation]:
    """Return the allocations of some terms, not stored."""
    return [
        Allocation(
            track=track,
            work=screen.name,
            topic=topic,
            assessor=person,
            subject=terms.subject,
            round=terms.round,
            repeat=terms.repeat,
            known=terms.known,
            shown=terms.shown,
            order=terms.order,
            exclusive=screen.exclusive,
            by=by,
        )
        for topic, person in pairs
    ]


def _create(rows: Sequence[Allocation]) -> list[Allocation]:
    set_subject_keys(rows)
    try:
        with transaction.atomic():
            return Allocation.objects.bulk_create(rows)
    except IntegrityError:  # somebody handed out the same at this moment
        _check_free(rows)
        raise AlreadyHandedOut("Each topic goes to one person at a time.") from None


def _check_roles(track: Track, people: set[User]) -> None:
    assessors = set(
        Membership.objects.filter(
            track=track, user__in=people, role=Membership.ASSESSOR
        ).values_list("user_id", flat=True)
    )
    others = sorted(str(person) for person in people if person.pk not in assessors)
    if others:
        raise NotAnAssessor(f"not assessors of {track}: {', '.join(others)}")


def _check_open_to(screen: Screen, subject: str, people: Iterable[User]) -> None:
    if screen.open_to is None:
        return
    allowed = screen.open_to(subject)
    others = sorted(str(person) for person in people if person.pk not in allowed)
    if others:
        words = f"This work is not open to {', '.join(others)}."
        raise NotTheirs(f"{words} {screen.closed}".strip())


def check_known(known: Judge | None, people: Iterable[User]) -> None:
    """Raise KnowsTheAnswers if the known answers depend on these people's labels."""
    behind = people_behind(known) if known else set()
    own = sorted(str(person) for person in people if person.pk in behind)
    if own:
        raise KnowsTheAnswers(
            f"The known answers of {known} are the labels of {', '.join(own)}."
        )


def _check_free(rows: Sequence[Allocation]) -> None:
    taken = _taken(rows)
    if taken:
        held = "; ".join(f"{name} has {', '.join(topics)}" for name, topics in taken)
        raise AlreadyHandedOut(f"Handed out already: {held}.")


def _taken(rows: Sequence[Allocation]) -> list[tuple[str, list[str]]]:
    """Return who has which of this work already, by name."""
    wanted = {(*_work(row), row.assessor_id) for row in rows}
    works = {_work(row) for row in rows}
    found: dict[str, list[str]] = {}
    for held in _held_beside(rows):
        own = (*_work(held), held.assessor_id) in wanted
        if own or (held.exclusive and not held.finished_at and _work(held) in works):
            found.setdefault(str(held.assessor), []).append(held.topic.name)
    return list(found.items())


def _work(row: Allocation) -> tuple[str, int, str, int, int]:
    return row.work, row.topic_id, row.subject, row.round, row.repeat


def _held_beside(rows: Sequence[Allocation]) -> AllocationQuerySet:
    """Return these people's work on these topics, and anybody's exclusive work."""
    mine = Q(assessor__in={row.assessor_id for row in rows})
    anybody = Q(exclusive=True, finished_at=None)
    return (
        Allocation.objects.filter(
            mine | anybody,
            work__in={row.work for row in rows},
            topic__in={row.topic_id for row in rows},
            released_at=None,
        )
        .select_related("topic", "assessor")
        .order_by("assessor__username", "topic__position")
    )


def release(allocation: Allocation, *, now: datetime) -> None:
    """Release a person's open work; its labels stay. Raise NotOpen if it is closed."""
    if not Allocation.objects.open().filter(pk=allocation.pk).update(released_at=now):
        raise NotOpen


def open_work(track: Track, assessor: User) -> AllocationQuerySet:
    """Return a person's unfinished work in a track."""
    return Allocation.objects.open().filter(track=track, assessor=assessor)


def release_all(track: Track, assessor: User, *, now: datetime) -> int:
    """Release all of a person's open work in a track; return the number of topics."""
    return open_work(track, assessor).update(released_at=now)


def pass_on(track: Track, person: User, to: User, *, by: User, now: datetime) -> int:
    """Give all of a person's open work to another, all or none; return the count.

    Labels stay with the person who gave them. Work from a shared queue keeps its slot,
    now without a lease. Raise what `check_hand_out` raises.
    """
    with transaction.atomic():
        hold_still(track.pk, [to])
        works = list(open_work(track, person).select_for_update())
        Allocation.objects.filter(
            pk__in=[allocation.pk for allocation in works]
        ).update(released_at=now)
        rows = [_passed_on(allocation, to, by) for allocation in works]
        _check_roles(track, {to})
        for work, subject in {
            (allocation.work, allocation.subject) for allocation in works
        }:
            _check_open_to(get_screen(work), subject, [to])
        for known in {allocation.known for allocation in works}:
            check_known(known, [to])
        _check_free(rows)
        made = _create(rows)
        check_blind(made)
        return len(made)


def _passed_on(allocation: Allocation, to: User, by: User) -> Allocation:
    return Allocation(
        track_id=allocation.track_id,
        work=allocation.work,
        topic_id=allocation.topic_id,
        assessor=to,
        subject=allocation.subject,
        round=allocation.round,
        repeat=allocation.repeat,
        known_id=allocation.known_id,
        shown_id=allocation.shown_id,
        order=allocation.order,
        exclusive=allocation.exclusive,
        slot_id=allocation.slot_id,
        by=by,
    )


def finish(allocation: Allocation, *, now: datetime) -> bool:
    """Mark work as finished; return False if it was closed before.

    The caller checks in the same transaction that nothing is left.
    """
    own = Allocation.objects.open().filter(pk=allocation.pk)
    if not own.update(finished_at=now):
        return False
    known = allocation.work in SCREENS
    if known and (follow := get_screen(allocation.work).finished):
        follow(allocation, now)
    return True


def loads(track: Track, people: Iterable[User]) -> dict[User, int]:
    """Return the number of open topics of each person in a track."""
    held = dict.fromkeys(people, 0)
    for work in (
        Allocation.objects.open().filter(track=track).select_related("assessor")
    ):
        if work.assessor in held:
            held[work.assessor] += 1
    return held
