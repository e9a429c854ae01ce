"""The place of some work among its person's topics."""

from __future__ import annotations

import pytest

from accounts.models import User
from assess.judging.models import Allocation
from assess.templatetags.topics import topic_of
from tests.make import NOW, make_allocation, make_topic, make_track

pytestmark = pytest.mark.django_db


def test_it_counts_the_persons_own_topics_of_one_kind(ada: User, bea: User) -> None:
    track = make_track(assessors=[ada, bea])
    topics = [make_topic(track, name) for name in ("464", "7", "12")]
    works = [make_allocation(topic, ada, work="relevance") for topic in topics]
    make_allocation(topics[0], ada, work="support")
    make_allocation(topics[0], bea, work="relevance")
    assert [topic_of(work) for work in works] == [
        "Topic 464, 1 of your 3",
        "Topic 7, 2 of your 3",
        "Topic 12, 3 of your 3",
    ]
    Allocation.objects.filter(pk=works[0].pk).update(released_at=NOW)
    assert topic_of(works[1]) == "Topic 7, 1 of your 2"
    Allocation.objects.filter(pk=works[2].pk).update(released_at=NOW)
    assert topic_of(works[1]) == "Topic 7"
