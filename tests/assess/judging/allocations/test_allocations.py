"""Handing out work and taking it back."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.db import IntegrityError

from accounts.models import User
from assess.judging.allocations.actions import (
    AlreadyHandedOut,
    NotAnAssessor,
    NotOpen,
    Terms,
    finish,
    hand_out,
    release,
    release_all,
)
from assess.judging.models import Allocation
from assess.judging.screens import Progress, Screen, get_screen
from config.operations.readings import Reading
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel, Bank
from runs.models import Membership, Topic, Track
from tests.make import (
    NOW,
    make_allocation,
    make_label,
    make_person,
    make_response,
    make_run,
    nuggets_of,
)

pytestmark = pytest.mark.both_stacks


def nothing_read(_works: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    yield []
    return {}


@pytest.fixture
def editing() -> Screen:
    return Screen(
        name="editing",
        turn=0,
        title="Editing",
        verb="Edit",
        url_name="home",
        progress=nothing_read,
        topics=lambda track, _subject: track.topics.all(),
        exclusive=True,
    )


def test_work_goes_only_to_assessors(
    track: Track, topics: list[Topic], omar: User
) -> None:
    with pytest.raises(NotAnAssessor, match="omar"):
        hand_out(track, get_screen("assignment"), [(topics[0], omar)], by=omar)
    assert not Allocation.objects.exists()


def test_the_same_work_is_not_handed_out_twice_to_one_person(
    track: Track, topics: list[Topic], bank: Bank, ada: User, omar: User
) -> None:
    screen, subject = get_screen("assignment"), str(bank.uuid)
    hand_out(track, screen, [(topics[0], ada)], by=omar, terms=Terms(subject=subject))
    pairs = [(topic, ada) for topic in topics]
    with pytest.raises(AlreadyHandedOut, match="ada has 301"):
        hand_out(track, screen, pairs, by=omar, terms=Terms(subject=subject))
    assert Allocation.objects.count() == 1
    again = Terms(subject=subject, repeat=1)
    assert hand_out(track, screen, pairs[:1], by=omar, terms=again) == 1
    with pytest.raises(AlreadyHandedOut, match="ada has 301"):
        hand_out(track, screen, pairs[:1], by=omar, terms=again)


def test_exclusive_work_is_held_by_one_person_at_a_time(
    track: Track,
    topics: list[Topic],
    ada: User,
    bea: User,
    omar: User,
    editing: Screen,
) -> None:
    hand_out(track, editing, [(topics[0], ada)], by=omar)
    with pytest.raises(AlreadyHandedOut, match="ada has 301"):
        hand_out(track, editing, [(topics[0], bea)], by=omar)
    with pytest.raises(AlreadyHandedOut):
        hand_out(track, editing, [(topics[1], ada), (topics[1], bea)], by=omar)
    finish(Allocation.objects.get(), now=NOW)
    assert hand_out(track, editing, [(topics[0], bea)], by=omar) == 1


def test_the_database_itself_keeps_one_person_on_exclusive_work(
    topics: list[Topic], ada: User, bea: User
) -> None:
    first = make_allocation(topics[0], ada)
    Allocation.objects.filter(pk=first.pk).update(exclusive=True)
    with pytest.raises(IntegrityError):
        Allocation.objects.create(
            track=first.track,
            work=first.work,
            topic=first.topic,
            assessor=bea,
            exclusive=True,
        )


def test_work_taken_back_is_free_for_another_and_the_labels_stay(
    track: Track, topics: list[Topic], bank: Bank, ada: User, bea: User, omar: User
) -> None:
    work = make_allocation(topics[0], ada, bank)
    response = make_response(make_run(track), topics[0])
    nugget = nuggets_of(bank.versions.get(topic=topics[0]))[0]
    person = make_person(ada, track)
    make_label(ASSIGNMENT, person, nugget, response, value="support")
    release(work, now=NOW)
    assert not Allocation.objects.held_by(ada).exists()
    assert AssignmentLabel.objects.filter(judge=person, value="support").exists()
    with pytest.raises(NotOpen):
        release(work, now=NOW)
    again = [(topics[0], bea), (topics[0], ada)]
    screen = get_screen("assignment")
    assert hand_out(track, screen, again, by=omar, terms=Terms(str(bank.uuid))) == 2


def test_finished_work_is_not_taken_back(
    track: Track, topics: list[Topic], ada: User
) -> None:
    done, left = make_allocation(topics[0], ada), make_allocation(topics[1], ada)
    assert finish(done, now=NOW)
    assert not finish(done, now=NOW)
    with pytest.raises(NotOpen):
        release(done, now=NOW)
    assert release_all(track, ada, now=NOW) == 1
    assert Allocation.objects.get(pk=left.pk).released_at == NOW


def test_who_stops_assessing_holds_no_work(topics: list[Topic], ada: User) -> None:
    make_allocation(topics[0], ada)
    Membership.objects.filter(user=ada).update(role=Membership.ORGANIZER)
    assert not Allocation.objects.held_by(ada).exists()
