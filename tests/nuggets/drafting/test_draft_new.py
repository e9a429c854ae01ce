"""The page that starts a draft."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from jobs.models import Job
from nuggets.models import Bank
from runs.models import Track
from tests.machines import make_baseline
from tests.make import (
    make_bank,
    make_judge,
    make_label,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import markup, select


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    """A track that Omar organizes and Ada assesses."""
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def drafter(track: Track) -> Judge:
    """The extractive baseline."""
    return make_baseline(track, "drafter", baseline="extractive")


@pytest.fixture
def qrels(track: Track) -> Judge:
    """A judge with one relevance label."""
    judge = make_judge(track, "nist", kind=Judge.IMPORT)
    segment = make_segment(track, "d1")
    make_label(RELEVANCE, judge, make_topic(track), segment, value="1")
    return judge


def address(track: Track) -> str:
    return reverse("nuggets:draft_new", args=[track.uuid])


def test_it_is_for_organizers(
    track: Track, ada_client: Client, omar_client: Client, client: Client
) -> None:
    assert omar_client.get(address(track)).status_code == 200
    assert ada_client.get(address(track)).status_code == 404
    assert omar_client.get(address(make_track())).status_code == 404
    assert client.get(address(track)).status_code == 302
    assert omar_client.put(address(track)).status_code == 405


def test_it_says_what_to_do_first(
    track: Track, omar_client: Client, request: pytest.FixtureRequest
) -> None:
    assert "No judge can draft" in markup(omar_client.get(address(track)))
    request.getfixturevalue("drafter")
    page = markup(omar_client.get(address(track)))
    assert "No relevance labels yet" in page
    request.getfixturevalue("qrels")
    page = markup(omar_client.get(address(track)))
    assert select(page, '[value="auto"]')
    assert "at most 30 nuggets of 12 words" in page


def test_it_starts_a_draft_and_shows_the_job(
    track: Track,
    drafter: Judge,
    qrels: Judge,
    omar_client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rung: list[Job] = []
    monkeypatch.setattr("assess.judging.machine.launch.ring", rung.append)
    sent = {"judge": drafter.uuid, "qrels": qrels.uuid, "name": "auto", "topics": ""}
    answer = omar_client.post(address(track), sent)
    job = Job.objects.get()
    assert answer["Location"] == reverse("jobs:page", args=[job.uuid])
    assert rung == [job]
    assert (job.kind, job.scope) == ("draft", track.uuid)
    assert not Bank.objects.visible().exists()


def test_it_rejects_a_taken_name(
    track: Track, drafter: Judge, qrels: Judge, omar_client: Client
) -> None:
    make_bank(track, "auto")
    sent = {"judge": drafter.uuid, "qrels": qrels.uuid, "name": "auto"}
    answer = omar_client.post(address(track), sent)
    assert answer.status_code == 422
    assert "Give this draft another name" in markup(answer)


def test_it_rejects_what_the_track_does_not_have(
    track: Track, drafter: Judge, qrels: Judge, omar_client: Client
) -> None:
    good = {"judge": drafter.uuid, "qrels": qrels.uuid, "name": "auto"}
    foreign = make_baseline(make_track(), baseline="extractive")
    words = make_baseline(track, "words")
    for wrong in (
        {"judge": foreign.uuid},
        {"judge": words.uuid},
        {"qrels": drafter.uuid},
        {"name": ""},
        {"topics": "99"},
    ):
        answer = omar_client.post(address(track), {**good, **wrong})
        assert answer.status_code == 422
    assert not Job.objects.exists()
