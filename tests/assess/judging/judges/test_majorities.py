"""The majority of three: work that failed its test items does not count."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.judges.actions import create_panel
from assess.judging.judges.majorities import threes_of
from assess.judging.labels.reader import label_columns, labels_of, members_of
from assess.judging.models import Allocation, Judge, Slot
from assess.judging.queues.actions import (
    NothingFree,
    QueuedBefore,
    hand_out_again,
    take_next,
)
from assess.judging.test_items.batches import batches_of
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Segment, Topic, Track
from tests.make import (
    NOW,
    make_allocation,
    make_judge,
    make_label,
    make_person,
    make_segment,
    make_topic,
    make_track,
)

NAMES = ("ada", "bea", "cleo", "dora")


@pytest.fixture
def people(ada: User, bea: User) -> list[User]:
    others = [User.objects.create(username=name) for name in NAMES[2:]]
    return [ada, bea, *others]


@pytest.fixture
def track(people: list[User], omar: User) -> Track:
    return make_track(assessors=people, organizer=omar)


@pytest.fixture
def topic(track: Track) -> Topic:
    return make_topic(track)


@pytest.fixture
def segments(track: Track) -> list[Segment]:
    """Return two segments to grade and one test item."""
    return [make_segment(track, f"doc#{number}") for number in range(3)]


@pytest.fixture
def known(track: Track, topic: Topic, segments: list[Segment]) -> Judge:
    expert = make_judge(track, "expert", kind=Judge.IMPORT)
    make_label(RELEVANCE, expert, topic, segments[2], value="0")
    return expert


@pytest.fixture
def panel(track: Track, people: list[User]) -> Judge:
    members = [make_person(person, track) for person in people]
    return create_panel(
        track, "threes", rule="majority_of_three", members=members, now=NOW
    )


def grade(
    person: User, topic: Topic, segments: list[Segment], grades: str, known: Judge
) -> Allocation:
    """Let a person finish tested work; "-" skips a segment."""
    judge = make_person(person, topic.track)
    for segment, value in zip(segments, grades, strict=True):
        if value != "-":
            make_label(RELEVANCE, judge, topic, segment, value=value)
    work = make_allocation(topic, person, work="relevance")
    Allocation.objects.filter(pk=work.pk).update(known=known, finished_at=NOW)
    work.refresh_from_db()
    return work


def said(panel: Judge, segments: list[Segment]) -> list[str]:
    """Return the panel's grades, read one by one and by columns; both are equal."""
    found = {item[1]: value for item, value in labels_of(panel, RELEVANCE).items()}
    scale = RELEVANCE.values(panel.track)
    for few in (False, True):
        columns = label_columns(panel, RELEVANCE, few=few)
        rows = zip(columns.items[:, 1].tolist(), columns.values.tolist(), strict=True)
        assert {segment: scale[place] for segment, place in rows} == found
    return [found.get(segment.pk, "") for segment in segments]


def test_it_takes_three_labels_and_a_majority(
    topic: Topic,
    segments: list[Segment],
    people: list[User],
    known: Judge,
    panel: Judge,
) -> None:
    assert said(panel, segments) == ["", "", ""]
    for person, grades in zip(people[:2], ("220", "210"), strict=True):
        grade(person, topic, segments, grades, known)
    assert said(panel, segments) == ["", "", ""]
    grade(people[2], topic, segments, "130", known)
    assert said(panel, segments) == ["2", "", "0"]
    (row,) = threes_of(panel).kinds
    assert (row.decided, row.tied, row.short) == (2, 1, 0)


def test_work_that_failed_its_test_items_is_left_out(
    topic: Topic,
    segments: list[Segment],
    people: list[User],
    known: Judge,
    panel: Judge,
) -> None:
    for person, grades in zip(people[:3], ("220", "220", "224"), strict=True):
        grade(person, topic, segments, grades, known)
    assert said(panel, segments) == ["", "", ""]
    threes = threes_of(panel)
    assert [row.short for row in threes.kinds] == [3]
    (left,) = threes.left
    assert (left.batch.work.assessor, left.batch.right, left.batch.n) == (
        people[2],
        0,
        1,
    )
    grade(people[3], topic, segments, "330", known)
    assert said(panel, segments) == ["2", "2", "0"]


def test_work_is_left_out_on_its_own_topic_alone(
    track: Track,
    segments: list[Segment],
    people: list[User],
    known: Judge,
    panel: Judge,
) -> None:
    tested, other = track.topics.get(), make_topic(track, "302")
    grade(people[0], tested, segments, "--4", known)
    for person in people[:3]:
        judge = make_person(person, track)
        make_label(RELEVANCE, judge, other, segments[0], value="1")
    found = labels_of(panel, RELEVANCE)
    assert found == {(other.pk, segments[0].pk): "1"}


def test_the_pass_mark_is_the_panels(
    track: Track,
    topic: Topic,
    segments: list[Segment],
    people: list[User],
    known: Judge,
) -> None:
    make_label(RELEVANCE, known, topic, segments[1], value="2")
    grade(people[0], topic, segments, "224", known)
    made: dict[str, Any] = {"rule": "majority_of_three", "members": [], "now": NOW}
    half = create_panel(track, "half", pass_mark=50, **made)
    all_ = create_panel(track, "all", **made)
    assert not threes_of(half).left
    assert len(threes_of(all_).left) == 1
    assert {judge.user for judge in members_of(half)} == {people[0]}


def test_unanswered_test_items_fail_nobody(
    topic: Topic,
    segments: list[Segment],
    people: list[User],
    known: Judge,
    panel: Judge,
) -> None:
    grade(people[0], topic, segments, "22-", known)
    (batch,) = batches_of(topic.track, RELEVANCE)
    assert (batch.n, batch.fails(100)) == (0, False)
    assert not threes_of(panel).left


def test_failed_work_is_handed_out_again_once_and_to_somebody_else(
    track: Track,
    topic: Topic,
    segments: list[Segment],
    people: list[User],
    known: Judge,
    panel: Judge,
    omar: User,
    omar_client: Client,
) -> None:
    work = grade(people[0], topic, segments, "224", known)
    page = f"/tracks/{track.uuid}/judges/{panel.uuid}/"
    assert "Hand out again" in omar_client.get(page).content.decode()
    address = f"/tracks/{track.uuid}/work/{work.uuid}/again/"
    for _twice in range(2):
        assert omar_client.post(address).status_code == 302
    slot = Slot.objects.get()
    assert (slot.replaces, slot.known, slot.topic) == (work, known, topic)
    with pytest.raises(QueuedBefore):
        hand_out_again(work, by=omar)
    assert "handed out again" in omar_client.get(page).content.decode()
    with pytest.raises(NothingFree):
        take_next(track, "relevance", people[0], now=timezone.now())
    assert take_next(track, "relevance", people[1], now=timezone.now()).known == known


def test_only_finished_tested_work_is_handed_out_again_by_its_organizer(
    track: Track,
    topic: Topic,
    people: list[User],
    ada_client: Client,
    omar_client: Client,
) -> None:
    work = make_allocation(topic, people[0], work="relevance")
    address = f"/tracks/{track.uuid}/work/{work.uuid}/again/"
    assert omar_client.post(address).status_code == 404
    assert ada_client.post(address).status_code == 404
    assert omar_client.get(address).status_code == 405
    assert not Slot.objects.exists()


def test_its_form_takes_a_pass_mark_and_no_members(
    track: Track, omar_client: Client
) -> None:
    said = {"name": "threes", "rule": "majority_of_three", "pass_mark": "80"}
    address = f"/tracks/{track.uuid}/judges/new/?sort=panel"
    assert omar_client.post(address, said).status_code == 302
    panel = Judge.objects.get(name="threes")
    assert panel.parameters == {"pass_mark": 80}
    bad = said | {"name": "other", "pass_mark": "101"}
    assert omar_client.post(address, bad).status_code == 422
