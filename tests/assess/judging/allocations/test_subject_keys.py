"""The database knows the bank that work is over."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import pytest
from django.apps import apps
from django.db.models import ProtectedError

from accounts.models import User
from assess.judging.allocations.actions import Terms, hand_out, pass_on
from assess.judging.models import Allocation, Slot
from assess.judging.queues.actions import add_slots, put_back, queue_all, take_next
from assess.judging.screens import get_screen
from nuggets.models import Bank
from runs.models import Topic, Track
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_topic,
    make_track,
    make_version,
)

ASSIGNMENT = "assignment"


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topics(track: Track) -> list[Topic]:
    return [make_topic(track, name) for name in ("301", "302")]


@pytest.fixture
def bank(track: Track, topics: Sequence[Topic]) -> Bank:
    bank = make_bank(track)
    for topic in topics:
        make_version(bank, topic)
    return bank


@pytest.fixture
def terms(bank: Bank) -> Terms:
    return Terms(subject=str(bank.uuid))


def known(rows: type[Allocation | Slot]) -> list[int | None]:
    return list(rows._default_manager.order_by("pk").values_list("bank", flat=True))


def test_work_knows_its_bank_however_it_comes_to_somebody(
    track: Track,
    topics: Sequence[Topic],
    bank: Bank,
    terms: Terms,
    ada: User,
    bea: User,
    omar: User,
) -> None:
    screen = get_screen(ASSIGNMENT)
    hand_out(track, screen, [(topics[0], ada)], by=omar, terms=terms)
    pass_on(track, ada, bea, by=omar, now=NOW)
    queue_all(track, bea, by=omar, now=NOW)
    add_slots(track, screen, {topics[1]: 1}, by=omar, terms=terms)
    put_back(take_next(track, ASSIGNMENT, ada, now=NOW), now=NOW)
    assert known(Allocation) == [bank.pk] * 3
    assert known(Slot) == [bank.pk] * 2
    with pytest.raises(ProtectedError):
        Bank.objects.filter(pk=bank.pk).delete()


def test_other_work_is_over_no_bank(
    track: Track, topics: Sequence[Topic], ada: User, omar: User
) -> None:
    hand_out(track, get_screen("relevance"), [(topics[0], ada)], by=omar)
    assert known(Allocation) == [None]


def test_work_of_before_gets_its_bank_by_the_migration(
    track: Track, topics: Sequence[Topic], bank: Bank, ada: User, bea: User
) -> None:
    make_allocation(topics[0], ada, bank)
    make_allocation(topics[0], bea, make_bank(track, "another"))
    make_allocation(topics[1], ada, work="relevance")
    assert known(Allocation) == [None] * 3
    import_module("nuggets.migrations.0010_banks_of_work").fill_in(apps, None)
    assert known(Allocation) == [bank.pk, bank.pk + 1, None]
