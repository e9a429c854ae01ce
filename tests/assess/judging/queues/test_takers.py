"""The pages show for each topic who may take it now, later, or never, and why."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.allocations.actions import Terms, finish, hand_out, planned
from assess.judging.allocations.blindness import NotBlind
from assess.judging.models import Adjudication, Allocation, Judge, Slot
from assess.judging.queues.actions import NothingFree, take_next
from assess.judging.queues.takers import takers_of
from assess.judging.screens import get_screen
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Topic, Track
from tests.assess.judging.adjudication.dispute_work import hand, open_for, put
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

pytestmark = pytest.mark.both_stacks

SETTLING = "disputed_relevance"


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topics(track: Track) -> list[Topic]:
    run, found = make_run(track), []
    for name in ("301", "302", "303"):
        topic = make_topic(track, name)
        make_response(run, topic, cites=make_segment(track, f"doc-{name}"))
        found.append(topic)
    return found


@pytest.fixture
def judges(track: Track, topics: list[Topic]) -> list[Judge]:
    """Return two machines that disagree on a segment of each topic."""
    judges = [make_judge(track, name) for name in ("one", "two")]
    segment = make_segment(track, "disputed")
    for topic in topics:
        for judge, value in zip(judges, "02", strict=True):
            put(RELEVANCE, judge, topic, segment, value=value)
    return judges


def text(page: bytes) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.decode()).split())


def form(judges: list[Judge], *people: User) -> dict[str, Any]:
    return {
        "name": "settled",
        "kind": "relevance",
        "judges": [str(judge.uuid) for judge in judges],
        "sort": "any",
        "distance": 2,
        "adjudicators": [str(person.uuid) for person in people],
    }


def test_an_adjudication_says_before_it_is_opened_who_finds_what_when(
    track: Track,
    topics: list[Topic],
    judges: list[Judge],
    ada: User,
    bea: User,
    omar_client: Client,
) -> None:
    make_allocation(topics[0], ada, work="relevance")
    make_allocation(topics[0], bea, work="relevance")
    make_allocation(topics[1], ada, work="relevance")
    address, data = f"/tracks/{track.uuid}/adjudications/new/", form(judges, ada, bea)
    r = omar_client.post(address, data)
    page = text(r.content)
    assert (
        "301 later: ada after finishing Relevance, bea after finishing Relevance"
        in page
    )
    assert "302 now: bea; later: ada after finishing Relevance" in page
    assert "303 now: ada, bea" in page
    [seal] = re.findall(r'name="confirm" value="([0-9a-f]+)"', r.content.decode())
    r = omar_client.post(address, data | {"confirm": seal}, follow=True)
    page = text(r.content)
    assert (
        "settled is open: 2 topics can be taken now, "
        "1 later, after other work on them is finished." in page
    )
    assert "302 0 1 in the queue ; now: bea; later: ada" in page
    assert "at home" not in page


def test_what_the_page_says_is_what_the_queue_gives(
    track: Track, topics: list[Topic], judges: list[Judge], ada: User
) -> None:
    works = [make_allocation(topic, ada, work="relevance") for topic in topics]
    opened = open_for(ada, RELEVANCE, judges, topics=topics)
    rows = planned(
        track,
        get_screen(SETTLING),
        [(topic, None) for topic in topics],
        Terms(subject=str(opened.uuid)),
    )
    for done in range(len(topics) + 1):
        found = takers_of(rows, [ada])
        now = [topic for topic in topics if found[topic.pk].now]
        assert now == topics[:done]
        if done < len(topics):
            with pytest.raises(NothingFree):
                take_next(track, SETTLING, ada, now=NOW)
            finish(works[done], now=NOW)
            assert take_next(track, SETTLING, ada, now=NOW).topic == topics[done]
            Allocation.objects.filter(work=SETTLING).delete()
            Slot.objects.filter(topic=topics[done]).update(withdrawn_at=NOW)


def test_a_topic_in_one_pair_of_hands_waits_for_them(
    track: Track,
    topics: list[Topic],
    judges: list[Judge],
    ada: User,
    bea: User,
    omar_client: Client,
) -> None:
    opened = open_for(ada, RELEVANCE, judges, topics=topics[:1])
    opened.adjudicators.add(bea)
    hand(opened, topics[0], ada)
    address = f"/tracks/{track.uuid}/adjudications/{opened.uuid}/"
    assert "301 0 1 ada" in text(omar_client.get(address).content)


def test_a_queue_of_work_from_scratch_names_who_has_seen_labels(
    track: Track,
    topics: list[Topic],
    judges: list[Judge],
    ada: User,
    bea: User,
    omar_client: Client,
) -> None:
    opened = open_for(ada, RELEVANCE, judges, topics=topics)
    hand(opened, topics[1], ada)
    hand(opened, topics[2], ada)
    make_allocation(topics[2], bea, work="relevance")
    data = {
        "work": "relevance:",
        "to": "queue",
        "share": "turn",
        "seed": "a seed",
    }
    page = text(omar_client.post(f"/tracks/{track.uuid}/work/new/", data).content)
    assert "301 now: ada, bea" in page
    seen = "ada (has seen labels in Adjudication of relevance)"
    assert f"302 now: bea; never: {seen}" in page
    assert f"303 never: {seen}, bea (has it, or had it)" in page
    assert "Nobody can take it." in page


def test_exclusive_work_waits_for_who_has_it(
    track: Track, topics: list[Topic], ada: User, bea: User
) -> None:
    bank = make_bank(track)
    make_allocation(topics[0], ada, bank, work="nuggets")
    rows = planned(
        track,
        get_screen("nuggets"),
        [(topics[0], None), (topics[1], None)],
        Terms(subject=str(bank.uuid)),
    )
    found = takers_of(rows, [ada, bea])
    assert [bar.why for bar in found[topics[0].pk].later] == [
        "once ada has finished it"
    ]
    assert found[topics[1].pk].now == (ada, bea)


def test_changing_the_adjudicators_says_what_they_find(
    track: Track,
    topics: list[Topic],
    judges: list[Judge],
    ada: User,
    bea: User,
    omar_client: Client,
) -> None:
    opened: Adjudication = open_for(ada, RELEVANCE, judges, topics=topics)
    make_allocation(topics[0], bea, work="relevance")
    address = f"/tracks/{track.uuid}/adjudications/{opened.uuid}/adjudicators/"
    r = omar_client.post(address, {"adjudicators": [str(bea.uuid)]}, follow=True)
    assert (
        "The adjudicators of settled are changed: 2 topics can be taken now, 1 later"
        in text(r.content)
    )


def test_a_refusal_says_when_or_to_whom_to_hand_the_topic(
    topics: list[Topic], judges: list[Judge], ada: User, omar: User
) -> None:
    make_allocation(topics[0], ada, work="relevance")
    opened = open_for(ada, RELEVANCE, judges, topics=topics)
    with pytest.raises(NotBlind, match="once they have finished, or to others"):
        hand_out(
            topics[0].track,
            get_screen(SETTLING),
            [(topics[0], ada)],
            by=omar,
            terms=Terms(subject=str(opened.uuid)),
        )
