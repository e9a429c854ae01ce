"""Practice: before the first work of a kind, once, and never stored as labels."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation, Practice
from assess.judging.practice.exercises import exercises_in
from assess.judging.practice.lessons import lesson_of, practised_works
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from tests.assess.kinds.subnarratives.reviews import make_review
from tests.make import (
    make_allocation,
    make_label,
    make_person,
    make_segment,
    make_topic,
    make_track,
)
from tests.nuggets.editing.post_edit import make_post_edit
from tests.page import one, select, texts, values

WORKS = practised_works()


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


@pytest.mark.parametrize("work", WORKS)
def test_each_work_has_three_items_with_reasons(work: str) -> None:
    lesson = lesson_of(work)
    assert lesson
    items = exercises_in(lesson.file)
    assert len(items) == 3
    assert len({item.answer for item in items}) > 1
    for item in items:
        assert item.item
        assert item.why
        assert item.lit in item.context
        assert bool(item.draft) == bool(item.after) == bool(item.chosen)


def test_the_kinds_that_people_judge_have_practice() -> None:
    assert {*WORKS} == {
        "assignment",
        "exam",
        "match",
        "need",
        "nuggets",
        "ptkb",
        "relevance",
        "subnarratives",
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


EDITORS: dict[str, tuple[str, Callable[[User], Allocation]]] = {
    "nuggets": ("s", lambda person: make_post_edit(person).work),
    "subnarratives": ("n", lambda person: make_review(person).work),
}


@pytest.mark.parametrize("kind", EDITORS)
def test_an_editor_practises_on_a_draft(
    ada: User, ada_client: Client, kind: str
) -> None:
    key, make = EDITORS[kind]
    work = make(ada)
    Practice.objects.all().delete()
    entrance = f"/work/{work.uuid}/"
    assert ada_client.get(entrance).headers["Location"] == practice_of(work)
    page = ada_client.get(practice_of(work), {"item": "1"})
    assert len(select(page, ".draft [aria-current]")) == 1
    assert texts(page, ".answered") == []
    button = one(page, f".labels button[data-key={key}]")
    value = button.attributes["value"] or ""
    page = ada_client.get(practice_of(work), {"item": "1", "value": value})
    [told] = texts(page, ".answered h2")
    assert told.endswith("is the answer.")
    assert len(select(page, ".answered .draft li")) == 1 + len(
        select(page, "article .draft li")
    )
    ended = ada_client.post(f"{practice_of(work)}end/")
    assert ended.headers["Location"] == f"{entrance}{kind}/"
    assert ada_client.get(entrance).headers["Location"] == f"{entrance}{kind}/"


def test_no_key_has_two_meanings_in_practice(ada: User, ada_client: Client) -> None:
    for _key, make in EDITORS.values():
        page = ada_client.get(practice_of(make(ada)), {"item": "1"})
        keys = values(page, "[data-key]", "data-key")
        assert len({*keys}) == len(keys)
