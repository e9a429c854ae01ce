"""All pages that move work count topics, labels and hours correctly."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from assess.judging.allocations import workload
from assess.judging.allocations.workload import pace_in, workload_of
from assess.judging.labels.writer import Act, give_label
from assess.judging.models import Allocation, Judge, Slot
from assess.judging.screens import get_screen
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Topic, Track
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.page import markup

Asked = dict[str, object]


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topics(track: Track) -> list[Topic]:
    """Return five topics, the n-th with n responses of two citations each."""
    segment = make_segment(track, "doc")
    runs = [make_run(track, f"run-{number}") for number in range(5)]
    found = [make_topic(track, str(number)) for number in range(301, 306)]
    for place, topic in enumerate(found, start=1):
        for run in runs[:place]:
            make_response(run, topic, cites=segment)
    return found


def support(topic: Topic, person: User, number: int, *, ms: int | None = None) -> None:
    """Let a person give the first labels of a topic, at so many milliseconds each."""
    cited = Citation.objects.filter(sentence__response__topic=topic).order_by("pk")
    for citation in cited[:number]:
        give_label(
            SUPPORT,
            (citation.pk,),
            "full_support",
            judge=make_person(person, topic.track),
            actor=person,
            act=Act(key=uuid4(), seen=0, active_ms=ms),
            now=NOW,
        )


def asked(*people: User, **rest: object) -> Asked:
    return {
        "work": "support:",
        "to": "people",
        "people": [str(person.uuid) for person in people],
        "share": "turn",
        "seed": "a seed",
    } | rest


def plan(client: Client, track: Track, data: Asked) -> str:
    r = client.post(f"/tracks/{track.uuid}/work/new/", data)
    assert r.status_code == 200, markup(r)
    return markup(r)


def confirm(client: Client, track: Track, data: Asked) -> str:
    """Confirm a plan and return the page that follows."""
    [seal] = re.findall(
        r'name="confirm" value="([0-9a-f]+)"', plan(client, track, data)
    )
    sent = data | {"confirm": seal}
    r = client.post(f"/tracks/{track.uuid}/work/new/", sent, follow=True)
    return markup(r)


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_a_plan_says_labels_and_hours_at_the_measured_pace(
    track: Track, topics: list[Topic], ada: User, bea: User, omar_client: Client
) -> None:
    before = plan(omar_client, track, asked(ada, bea, share="all"))
    assert "60 labels" in text(before)
    assert "not measured in this track yet" in before
    other = make_topic(track, "900")
    make_response(make_run(track, "other"), other, cites=make_segment(track, "doc#2"))
    make_response(make_run(track, "more"), other, cites=make_segment(track, "doc#3"))
    support(other, ada, 3, ms=60_000)
    names = {"topics": "301 302 303 304 305"}
    page = text(plan(omar_client, track, asked(ada, bea, share="all", **names)))
    assert "60 labels to give: about 1 h of active time" in page
    assert (
        "at 60 s a label (the median of the last 3 that people gave in this track)"
        in page
    )
    assert "ada 5 30 30 min 0 5" in page
    assert "bea 5 30 30 min 0 5" in page


def test_the_confirmation_counts_topics_labels_hours_and_overlap(
    track: Track, topics: list[Topic], ada: User, bea: User, omar_client: Client
) -> None:
    other = make_topic(track, "900")
    make_response(make_run(track, "other"), other, cites=make_segment(track, "doc#2"))
    support(other, ada, 2, ms=90_000)
    data = asked(ada, bea, topics="304 305", share="overlap", overlap="305")
    page = text(confirm(omar_client, track, data))
    assert (
        "Handed out. Support: 2 topics, 28 labels, about 42 min, "
        "1 topic by more than one person." in page
    )


def test_labels_that_somebody_gave_before_are_not_counted_again(
    track: Track, topics: list[Topic], ada: User, bea: User, omar_client: Client
) -> None:
    support(topics[4], ada, 4)
    page = text(plan(omar_client, track, asked(ada, bea, topics="305", share="all")))
    assert "16 labels to give" in page
    assert "ada 1 6 – 0 1" in page
    assert "bea 1 10 – 0 1" in page


def test_a_queue_counts_every_slot(
    track: Track, topics: list[Topic], omar_client: Client
) -> None:
    data = asked(to="queue", share="overlap", overlap="305", judges=3)
    assert "50 labels to give" in text(plan(omar_client, track, data))
    page = text(confirm(omar_client, track, data))
    assert (
        "In the shared queue. Support: 5 topics, 50 labels, "
        "1 topic by more than one person." in page
    )


def test_topics_with_nothing_to_judge_are_named(
    track: Track, topics: list[Topic], ada: User, omar_client: Client
) -> None:
    make_response(make_run(track, "citeless"), make_topic(track, "306"))
    work = asked(ada, work="relevance:")
    page = text(plan(omar_client, track, work))
    assert "Topic 306 has nothing to judge yet." in page


def test_corrected_labels_are_timed_apart(
    track: Track, topics: list[Topic], ada: User, omar_client: Client
) -> None:
    model = make_judge(track, "a model", kind=Judge.MODEL)
    make_label(SUPPORT, model, Citation.objects.earliest("pk"), value="no_support")
    support(topics[0], ada, 2, ms=60_000)
    data = asked(ada, topics="302", shown=str(model.uuid))
    assert "not measured in this track yet" in plan(omar_client, track, data)
    screen = get_screen("support")
    assert pace_in(track, screen) == (60, 2)
    assert pace_in(track, screen, round=1) == (None, 0)


def test_the_pace_is_that_of_the_last_labels_however_many_there_are(
    track: Track, topics: list[Topic], ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workload, "LATEST", 4)
    support(topics[4], ada, 3, ms=90_000)
    support(topics[3], ada, 4, ms=60_000)
    assert pace_in(track, get_screen("support")) == (60.0, 4)


def test_work_without_labels_says_topics_and_no_labels(
    track: Track, topics: list[Topic], ada: User, omar_client: Client
) -> None:
    bank = make_bank(track)
    make_version(bank, topics[0])
    data = asked(ada, work=f"nuggets:{bank.uuid}")
    assert "No labels are given in this work" in plan(omar_client, track, data)
    page = text(confirm(omar_client, track, data))
    assert "Handed out. Nugget editing: 1 topic." in page


def test_passed_on_work_counts_what_the_other_has_to_give(
    track: Track, topics: list[Topic], ada: User, bea: User, omar_client: Client
) -> None:
    for topic in topics[3:]:
        make_allocation(topic, ada, work="support")
    support(topics[4], ada, 4)
    support(topics[4], bea, 1)
    address = f"/tracks/{track.uuid}/work/people/{ada.uuid}/"
    page = text(markup(omar_client.get(address)))
    assert "Support 2 topics, 18 labels to give: 304, 305" in page
    assert "The 4 labels that ada gave in it stay with ada" in page
    r = omar_client.post(address, {"to": str(bea.uuid)}, follow=True)
    assert "Passed on to bea. Support: 2 topics, 17 labels." in markup(r)
    other = f"/tracks/{track.uuid}/work/people/{bea.uuid}/"
    r = omar_client.post(other, {"to": "queue"}, follow=True)
    assert "In the shared queue. Support: 2 topics, 18 labels." in markup(r)


def test_work_taken_back_counts_what_it_asks_for_anew(
    track: Track, topics: list[Topic], ada: User, omar_client: Client
) -> None:
    work = make_allocation(topics[4], ada, work="support")
    support(topics[4], ada, 4)
    address = f"/tracks/{track.uuid}/work/{work.uuid}/release/"
    page = markup(omar_client.post(address, follow=True))
    assert "Topic 305 is free again. Support: 1 topic, 10 labels." in page


def test_withdrawn_slots_are_counted_in_labels(
    track: Track, topics: list[Topic], omar: User, omar_client: Client
) -> None:
    slots = [
        Slot.objects.create(track=track, work="support", topic=topics[4], by=omar)
        for _ in range(2)
    ]
    address = f"/tracks/{track.uuid}/work/queue/withdraw/"
    sent = {"slot": [str(slot.uuid) for slot in slots]}
    page = markup(omar_client.post(address, sent, follow=True))
    assert "Taken out of the queue. Support: 1 topic, 20 labels." in page
    page = markup(omar_client.post(address, sent, follow=True))
    assert "Taken out of the queue" not in page


def test_finished_topics_say_how_long_a_list_takes(
    track: Track, topics: list[Topic], ada: User
) -> None:
    screen = get_screen("nuggets")
    assert pace_in(track, screen) == (None, 0)
    assert str(workload_of([], pace_in(track, screen))) == "0 topics"


def test_a_plan_for_many_topics_takes_no_more_statements_than_one_for_few(
    track: Track, topics: list[Topic], ada: User, bea: User, omar_client: Client
) -> None:
    counts = []
    for names in ("301", "301 302 303 304 305"):
        with CaptureQueriesContext(connection) as context:
            plan(omar_client, track, asked(ada, bea, share="all", topics=names))
        counts.append(len(context))
    assert counts[0] == counts[1]
    assert not Allocation.objects.exists()
