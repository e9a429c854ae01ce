"""Leases of work from a queue: what renews them, and who is next."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest

from accounts.models import User
from assess.judging.allocations.actions import finish
from assess.judging.labels.writer import Act
from assess.judging.models import Allocation
from assess.judging.queues.actions import (
    NothingFree,
    lease,
    renew_lease,
    reopen,
    take_next,
)
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Segment, Track
from tests.assess.judging.queues.topic_queue import LATER, take_one
from tests.assess.kinds.relevance.relevance_work import Said, label_relevance
from tests.make import NOW, make_person

pytestmark = pytest.mark.both_stacks


def test_work_whose_lease_ran_out_goes_to_the_next_who_asks(
    taken: Allocation, track: Track, ada: User, bea: User
) -> None:
    with pytest.raises(NothingFree):
        take_one(track, bea, hours=7)
    second = take_one(track, bea, hours=9)
    assert second.slot == taken.slot
    taken.refresh_from_db()
    assert taken.released_at == LATER
    with pytest.raises(NothingFree):
        take_one(track, ada, hours=10)
    assert take_one(track, ada, hours=18).slot == taken.slot


def test_a_lease_is_renewed_once_less_than_half_is_left(
    taken: Allocation,
    django_assert_num_queries: Callable[..., object],
) -> None:
    with django_assert_num_queries(0):  # type: ignore[attr-defined]
        renew_lease(taken, now=NOW + timedelta(hours=3))
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        renew_lease(taken, now=NOW + timedelta(hours=5))
    taken.refresh_from_db()
    assert taken.leased_until == NOW + timedelta(hours=13)


def test_a_label_holds_the_work_and_also_after_the_lease_ran_out(
    taken: Allocation, track: Track, ada: User, bea: User
) -> None:
    segment = Segment.objects.get(docid="doc-301")
    act = Act(uuid4(), 0)
    label_relevance(
        taken, segment=segment.uuid, value="2", said=Said(), act=act, now=LATER
    )
    taken.refresh_from_db()
    assert taken.leased_until == LATER + lease()
    with pytest.raises(NothingFree):
        take_one(track, bea, hours=10)
    assert RelevanceLabel.objects.get().judge == make_person(ada, track)


def test_work_that_is_taken_up_again_is_held_again(
    taken: Allocation, track: Track, bea: User
) -> None:
    finish(taken, now=NOW)
    days_on = NOW + timedelta(days=9)
    reopen(taken, now=days_on)
    with pytest.raises(NothingFree):
        take_next(track, "relevance", bea, now=days_on + timedelta(minutes=1))
    taken.refresh_from_db()
    assert (taken.finished_at, taken.leased_until) == (None, days_on + lease())
