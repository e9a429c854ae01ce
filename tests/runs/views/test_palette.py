"""The palette: what a few letters find in a track."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from runs.models import Track
from runs.views.palette import MOST
from tests.make import make_allocation, make_run, make_topic, make_track
from tests.page import select, texts


@pytest.fixture
def track(ada: User, omar: User) -> Track:
    track = make_track(organizer=omar, assessors=[ada])
    make_topic(track, "301")
    make_run(track, "harbour-bm25", group="harbour")
    return track


def found(client: Client, track: Track, asked: str) -> list[str]:
    page = client.get(reverse("runs:find", args=[track.uuid]), {"q": asked})
    assert page.status_code == 200
    return texts(page.content.decode(), ".found a [dir]")


@pytest.mark.parametrize("asked", ["\0", "a" * 101])
def test_what_cannot_be_searched_for_is_refused(
    track: Track, omar_client: Client, asked: str
) -> None:
    page = omar_client.get(reverse("runs:find", args=[track.uuid]), {"q": asked})
    assert page.status_code == 400


def test_without_letters_it_lists_pages(track: Track, omar_client: Client) -> None:
    words = found(omar_client, track, "")
    assert words[:2] == ["Overview", "Material: Topics"]
    assert len(words) == MOST


@pytest.mark.parametrize(
    ("asked", "words", "name"),
    [
        ("settl", "Results: Settling", "assess:settling"),
        ("301", "301", "runs:topic"),
        ("BM25", "harbour-bm25", "runs:run"),
        ("ada", "ada", "assess:person"),
    ],
)
def test_it_finds_pages_topics_runs_and_people(
    track: Track, omar_client: Client, asked: str, words: str, name: str
) -> None:
    page = omar_client.get(reverse("runs:find", args=[track.uuid]), {"q": asked})
    [link] = select(page.content.decode(), ".found a")
    assert words in link.text()
    href = link.attributes["href"]
    assert href
    assert omar_client.get(href).status_code == 200
    kind = name.partition(":")[2]
    assert {"settling": "settling", "topic": "topics", "run": "runs"}.get(
        kind, "people"
    ) in href


def test_a_person_with_work_has_a_page(
    track: Track, ada: User, omar_client: Client
) -> None:
    make_allocation(track.topics.get(), ada, work="relevance")
    page = omar_client.get(reverse("runs:find", args=[track.uuid]), {"q": "ada"})
    [link] = select(page.content.decode(), ".found a")
    assert link.attributes["href"] == reverse(
        "assess:person", args=[track.uuid, ada.uuid]
    )


def test_what_is_not_there_is_said(track: Track, omar_client: Client) -> None:
    page = omar_client.get(
        reverse("runs:find", args=[track.uuid]), {"q": "<b>nobody</b>"}
    ).content.decode()
    assert "No page, topic, run or person has" in page
    assert "<b>nobody" not in page


def test_other_tracks_rows_are_not_found(track: Track, omar_client: Client) -> None:
    other = make_track()
    make_topic(other, "elsewhere-topic")
    make_run(other, "elsewhere-run")
    assert found(omar_client, track, "elsewhere-") == []


def test_runs_that_are_put_away_are_not_found(
    track: Track, omar_client: Client
) -> None:
    from django.utils import timezone

    track.runs.update(deleted_at=timezone.now())
    assert found(omar_client, track, "bm25") == []
