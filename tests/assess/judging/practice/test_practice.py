"""Practice: before the first work of a kind, once, and never stored as labels."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation, Practice
from assess.judging.practice.exercises import exercises_in
from assess.judging.work.desk import DESKS, Desk
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from tests.make import (
    make_allocation,
    make_label,
    make_person,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import one, texts

PRACTISED = [desk for desk in DESKS if desk.practice]


@pytest.fixture
def work(ada: User, omar: User) -> Allocation:
    """Ada's first topic of relevance, unpractised."""
    track = make_track(organizer=omar, assessors=[ada])
    topic = make_topic(track)
    make_segment(track, "d1")
    work = make_allocation(topic, ada, work="relevance")
    Practice.objects.all().delete()
    return work


def practice_of(work: Allocation) -> str:
    return f"/work/{work.uuid}/practice/"


def first_page(client: Client, work: Allocation) -> str:
    return str(client.get(f"/work/{work.uuid}/relevance/").headers.get("Location"))


@pytest.mark.parametrize("desk", PRACTISED, ids=lambda desk: desk.work)
def test_each_kind_has_three_items_with_reasons(desk: Desk) -> None:
    assert desk.practice is not None
    items = exercises_in(desk.practice)
    assert len(items) == 3
    assert len({item.answer for item in items}) > 1
    for item in items:
        assert item.item
        assert item.why
        assert item.lit in item.context


def test_the_kinds_that_people_judge_have_practice() -> None:
    assert {desk.work for desk in PRACTISED} == {
        "assignment",
        "exam",
        "match",
        "need",
        "ptkb",
        "relevance",
        "support",
    }


def test_it_comes_before_the_first_work_and_only_then(
    work: Allocation, ada_client: Client
) -> None:
    assert first_page(ada_client, work) == practice_of(work)
    ended = ada_client.post(f"{practice_of(work)}end/")
    assert ended.headers["Location"] == f"/work/{work.uuid}/relevance/"
    assert first_page(ada_client, work) != practice_of(work)
    assert ada_client.get(practice_of(work)).status_code == 200
    assert [row.skipped for row in Practice.objects.all()] == [False]


def test_who_skips_it_is_not_asked_again(work: Allocation, ada_client: Client) -> None:
    for _ in range(2):
        ada_client.post(f"{practice_of(work)}end/", {"skipped": "1"})
    assert [row.skipped for row in Practice.objects.all()] == [True]
    assert first_page(ada_client, work) != practice_of(work)


def test_who_has_labels_needs_none(
    work: Allocation, ada: User, ada_client: Client
) -> None:
    segment = make_segment(work.track, "d2")
    judge = make_person(ada, work.track)
    make_label(RELEVANCE, judge, work.topic, segment, value="1")
    assert first_page(ada_client, work) != practice_of(work)


def test_an_answer_is_shown_with_its_reason_and_nothing_is_stored(
    work: Allocation, ada_client: Client
) -> None:
    page = ada_client.get(practice_of(work), {"item": "1"})
    assert texts(page, ".answered") == []
    page = ada_client.get(practice_of(work), {"item": "1", "value": "3"})
    [told] = texts(page, ".answered h2")
    assert told == "You chose Highly relevant. The answer is Irrelevant."
    onward = one(page, "a.onward")
    assert onward.attributes["href"] == "?item=2"
    assert not RelevanceLabel.objects.exists()
    assert not Practice.objects.exists()


def test_the_last_item_leads_to_the_work(work: Allocation, ada_client: Client) -> None:
    page = ada_client.get(practice_of(work), {"item": "3", "value": "3"})
    assert one(page, "button.onward").attributes["data-key"] == "Enter"


@pytest.mark.parametrize("query", ["item=4", "item=x", "item=1&value=9"])
def test_what_is_not_there_is_not_found(
    work: Allocation, ada_client: Client, query: str
) -> None:
    assert ada_client.get(f"{practice_of(work)}?{query}").status_code == 404


def test_another_person_has_no_practice_there(
    work: Allocation, bea_client: Client
) -> None:
    assert bea_client.get(practice_of(work)).status_code == 404
    assert bea_client.post(f"{practice_of(work)}end/").status_code == 404
