"""The pace of work: shares, times and forecasts, for the organizer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.labels.writer import Act
from assess.judging.models import Allocation
from assess.judging.work.overview import work_of
from assess.judging.work.pace import Pace, last_acts, paces_of
from assess.judging.work.steps import active_since
from assess.templatetags.durations import duration
from nuggets.editing.steps.lists import set_importance
from runs.actions.acts import Act as Step
from runs.models import Segment, Topic, Track
from tests.assess.kinds.relevance.relevance_work import Said, label_relevance
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)
from tests.page import markup


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


def graded(
    track: Track, name: str, person: User, grades: str, *, of: int = 5
) -> Allocation:
    """Hand out a topic's relevance and grade some of it, two seconds each."""
    topic = make_topic(track, name)
    work = make_allocation(topic, person, work="relevance")
    for number in range(of):
        segment = make_segment(track, f"{name}#{number}")
        make_response(make_run(track, f"{name}-{number}"), topic, cites=segment)
        if number < len(grades):
            grade(work, segment, grades[number], at=number)
    return work


def grade(
    work: Allocation, segment: Segment, value: str, *, at: int, seen: int = 0
) -> None:
    label_relevance(
        work,
        segment=segment.uuid,
        value=value,
        said=Said(),
        act=Act(uuid4(), seen, active_ms=2000),
        now=NOW + timedelta(minutes=at),
    )


def paces() -> list[Pace]:
    return paces_of(work_of(Allocation.objects.order_by("pk")))


def test_a_piece_of_work_has_its_pace(track: Track, ada: User, bea: User) -> None:
    graded(track, "301", ada, "024")
    graded(track, "302", bea, "")
    first, second = paces()
    assert first.relevant == pytest.approx(2 / 3)
    assert first.is_lenient
    assert first.last == NOW + timedelta(minutes=2)
    assert (first.seconds, first.left) == (2.0, 4.0)
    assert first.active == 6.0
    assert second[1:] == (None,) * 5
    assert not second.is_lenient


def test_at_forty_percent_relevant_there_is_no_alarm(track: Track, ada: User) -> None:
    graded(track, "301", ada, "00012")
    [pace] = paces()
    assert pace.relevant == 0.4
    assert not pace.is_lenient
    assert pace.left == 0.0


def test_all_time_on_an_item_counts_and_an_unjudged_one_does_not(
    track: Track, ada: User
) -> None:
    work = graded(track, "301", ada, "00")
    first = Segment.objects.get(docid="301#0")
    grade(work, first, "3", at=9, seen=1)
    [pace] = paces()
    assert pace.seconds == 3.0  # 4 s on one, 2 s on the other
    grade(work, first, "", at=10, seen=2)
    [pace] = paces()
    assert (pace.seconds, pace.relevant, pace.active) == (2.0, 0.0, 8.0)
    assert pace.last == NOW + timedelta(minutes=10)


def test_an_edit_is_an_act_too(track: Track, ada: User) -> None:
    topic: Topic = make_topic(track)
    bank = make_bank(track)
    version = make_version(bank, topic, state="open")
    work = make_allocation(topic, ada, bank, work="nuggets")
    assert last_acts([work]) == {}
    step = Step(by=ada, seen=0, now=NOW, key=uuid4())
    set_importance(version, nuggets_of(version)[0].pk, "vital", act=step)
    assert last_acts([work]) == {work.pk: NOW}


def test_it_takes_as_many_queries_for_much_work_as_for_little(
    track: Track,
    ada: User,
    bea: User,
    django_assert_num_queries: Callable[..., object],
) -> None:
    for size in (1, 6):
        for number in range(size):
            graded(track, f"{size}-{number}", ada, "02", of=2)
            graded(track, f"b{size}-{number}", bea, "1", of=2)
        works = work_of(Allocation.objects.all())
        with django_assert_num_queries(1):  # type: ignore[attr-defined]
            paces_of(works)


def test_the_page_shows_it(
    track: Track, ada: User, omar_client: Client, ada_client: Client
) -> None:
    graded(track, "301", ada, "024")
    page = markup(omar_client.get(f"/tracks/{track.uuid}/work/"))
    for words in ("67 %", "more than 40 %", "1 Mar, 12:02", "2 s", "4 s"):
        assert words in page
    home = markup(ada_client.get("/"))
    assert "67 %" not in home


def test_the_time_of_today_is_ones_own(
    track: Track, ada: User, bea: User, ada_client: Client
) -> None:
    work = graded(track, "301", ada, "02")
    assert active_since(ada, NOW) == timedelta(seconds=4)
    assert active_since(ada, NOW + timedelta(minutes=1)) == timedelta(seconds=2)
    assert active_since(bea, NOW) == timedelta(0)
    assert "today" not in markup(ada_client.get("/"))
    now = timezone.now()
    segment = Segment.objects.get(docid="301#2")
    act = Act(uuid4(), 0, active_ms=95_000)
    label_relevance(
        work, segment=segment.uuid, value="1", said=Said(), act=act, now=now
    )
    assert "2 min of active work today" in markup(ada_client.get("/"))


def test_the_work_last_touched_comes_first(
    track: Track, ada: User, ada_client: Client
) -> None:
    early = graded(track, "301", ada, "0")
    late = graded(track, "302", ada, "012")
    graded(track, "303", ada, "")
    assert late.pk > early.pk
    assert "Continue with topic 302" in markup(ada_client.get("/"))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (48.4, "48 s"), (90, "2 min"), (3600, "1 h"), (12_000, "3 h 20 min")],
)
def test_lengths_of_time_are_said_as_people_do(seconds: float, words: str) -> None:
    assert duration(seconds) == words
