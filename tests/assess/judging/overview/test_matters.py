"""What waits for a track's organizers, as the overview says it first."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from assess.judging.models import Judge, Remark, Slot, Thread
from assess.kinds.relevance.kind import RELEVANCE
from jobs.actions import create_job
from jobs.models import Job, JobState
from runs.models import Import, Track
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
from tests.page import texts, values


@pytest.fixture
def track(ada: User, omar: User) -> Track:
    track = make_track(organizer=omar, assessors=[ada])
    make_topic(track, "301")
    return track


def said(client: Client, track: Track) -> list[str]:
    page = client.get(reverse("assess:waiting", args=[track.uuid]))
    assert page.status_code == 200
    return texts(page.content.decode(), "#waiting a")


def flag(track: Track, ada: User) -> Thread:
    work = make_allocation(track.topics.get(), ada, work="relevance")
    thread = Thread.objects.create(allocation=work, item="x", about="Segment 1")
    Remark.objects.create(
        thread=thread, kind=Remark.FLAG, text="Hm.", author=ada, at=NOW
    )
    return thread


def test_nothing_waits_in_a_new_track(track: Track, omar_client: Client) -> None:
    assert said(omar_client, track) == []
    page = omar_client.get(reverse("assess:waiting", args=[track.uuid]))
    assert "Nothing needs your attention." in page.content.decode()


def test_it_counts_what_an_organizer_has_to_see_to(
    track: Track, ada: User, omar_client: Client
) -> None:
    thread = flag(track, ada)
    for number in range(2):
        Import.objects.create(
            track=track,
            kind="topics",
            filename=f"t-{number}.tsv",
            sha256=f"{number:064x}",
            size=1,
            state=Import.REFUSED,
            finished_at=NOW,
        )
    job = create_job(
        "judge", scope=track.uuid, owner=ada, title="A job", params={}, now=NOW
    )
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, finished=timezone.now())
    Slot.objects.create(track=track, work="relevance", topic=track.topics.get())
    assert said(omar_client, track) == [
        "1 open flag or question",
        "2 refused imports",
        "1 failed job",
        "1 unclaimed topic in queues",
    ]
    Thread.objects.filter(pk=thread.pk).update(resolved_at=NOW)
    assert said(omar_client, track)[0] == "2 refused imports"


def test_a_slot_that_somebody_took_is_held(
    track: Track, ada: User, omar_client: Client
) -> None:
    topic = track.topics.get()
    slot = Slot.objects.create(track=track, work="relevance", topic=topic)
    work = make_allocation(topic, ada, work="relevance")
    work.slot, work.leased_until = slot, NOW
    work.save()
    assert said(omar_client, track) == []


def test_a_job_that_failed_long_ago_is_not_counted(
    track: Track, ada: User, omar_client: Client
) -> None:
    job = create_job(
        "judge", scope=track.uuid, owner=ada, title="A job", params={}, now=NOW
    )
    old = timezone.now() - timedelta(days=8)
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, finished=old)
    assert said(omar_client, track) == []


def test_other_tracks_matters_are_not_counted(
    track: Track, ada: User, omar_client: Client
) -> None:
    other = make_track(assessors=[ada])
    make_topic(other, "9")
    flag(other, ada)
    assert said(omar_client, track) == []


def test_it_is_for_organizers(track: Track, ada_client: Client) -> None:
    address = reverse("assess:waiting", args=[track.uuid])
    assert ada_client.get(address).status_code == 404


def test_people_who_differ_wait_until_somebody_settles_it(
    track: Track, ada: User, bea: User, omar_client: Client
) -> None:
    topic, segment = track.topics.get(), make_segment(track, "d1")
    for user, value in ((ada, "1"), (bea, "2")):
        make_label(RELEVANCE, make_person(user, track), topic, segment, value=value)
    make_label(RELEVANCE, make_judge(track), topic, segment, value="0")
    assert said(omar_client, track) == ["1 unsettled disagreement of people"]
    settler = Judge.objects.create(
        track=track, name="third", kind=Judge.ADJUDICATION, landed_at=NOW
    )
    make_label(RELEVANCE, settler, topic, segment, value="2")
    assert said(omar_client, track) == []


def test_the_overview_asks_for_three_answers(track: Track, omar_client: Client) -> None:
    page = omar_client.get(reverse("assess:track", args=[track.uuid]))
    parts = ("forecast", "tau_so_far", "trust", "waiting")
    asked = [reverse(f"assess:{part}", args=[track.uuid]) for part in parts]
    assert values(page, ".answers [hx-get]", "hx-get") == asked
