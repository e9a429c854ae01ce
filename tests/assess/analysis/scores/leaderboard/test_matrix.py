"""The matrix of topics and runs: its values, its order by either side, its gaps."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Track
from tests.make import (
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import select, texts

# Precision of each run on each topic; None: no response.
SCORES = {
    "a": (1.0, 0.0, 0.5),
    "b": (0.5, 0.5, 1.0),
    "c": (0.0, 0.0, None),
}
VALUE = {1.0: "full_support", 0.5: "partial_support", 0.0: "no_support"}


@pytest.fixture
def track(omar: User) -> Track:
    """Three topics and three runs; one run has no response to the last topic."""
    track = make_track(organizer=omar)
    topics = [make_topic(track, name) for name in ("t1", "t2", "t3")]
    segment, judge = make_segment(track, "d1"), make_judge(track)
    for name, scores in SCORES.items():
        run = make_run(track, name)
        for topic, score in zip(topics, scores, strict=True):
            if score is None:
                continue
            made = make_response(run, topic, ("A.",), cites=segment)
            citation = Citation.objects.get(sentence__response=made)
            make_label(SUPPORT, judge, citation, value=VALUE[score])
    return track


def matrix(client: Client, track: Track, **asked: str) -> str:
    page = client.get(f"/tracks/{track.uuid}/scores/support/matrix/", asked)
    assert page.status_code == 200
    return page.content.decode()


def rows_of(page: str) -> list[tuple[str, ...]]:
    rows = select(page, "table.heat tbody tr")
    return [tuple(cell.text(strip=True) for cell in row.css("th, td")) for row in rows]


def test_it_shows_every_run_on_every_topic_with_means(
    track: Track, omar_client: Client
) -> None:
    page = matrix(omar_client, track)
    assert texts(page, "table.heat .run") == ["b", "a", "c"]
    assert rows_of(page) == [
        ("t1", "0.50", "1.00", "0.00", "0.50"),
        ("t2", "0.50", "0.00", "0.00", "0.17"),
        ("t3", "1.00", "0.50", "0.00", "0.50"),
    ]
    assert texts(page, "table.heat tfoot td") == ["0.67", "0.50", "0.00", ""]
    assert [cell.attributes["class"] for cell in select(page, "tbody td")][:4] == [
        "h5",
        "h9",
        "h0",
        "h5",
    ]


@pytest.mark.parametrize(
    ("by", "topics"),
    [
        ("", ["t1", "t2", "t3"]),
        ("hardest", ["t2", "t1", "t3"]),
        ("easiest", ["t1", "t3", "t2"]),
        ("nonsense", ["t1", "t2", "t3"]),
    ],
)
def test_topics_are_sorted_by_difficulty(
    track: Track, omar_client: Client, by: str, topics: list[str]
) -> None:
    page = matrix(omar_client, track, topics_by=by)
    assert [row[0] for row in rows_of(page)] == topics


def test_a_run_sorts_the_topics_and_a_topic_the_runs(
    track: Track, omar_client: Client
) -> None:
    run, topic = track.runs.get(name="a"), track.topics.get(name="t1")
    page = matrix(omar_client, track, topics_by=str(run.uuid), runs_by=str(topic.uuid))
    assert [row[0] for row in rows_of(page)] == ["t1", "t3", "t2"]
    assert texts(page, "table.heat .run") == ["a", "b", "c"]
    assert len(select(page, ".run[aria-sort]")) == 1


def test_what_does_not_count_says_why(track: Track, omar_client: Client) -> None:
    page = matrix(omar_client, track, unanswered="left_out")
    [gap] = select(page, "tbody td[title]")
    assert gap.attributes["title"] == "no response to this topic; left out"
    assert [row[-1] for row in rows_of(page)][2] == "0.75"


def test_without_labels_there_is_no_matrix(omar: User, omar_client: Client) -> None:
    track = make_track(organizer=omar)
    page = omar_client.get(f"/tracks/{track.uuid}/scores/support/matrix/")
    assert page.status_code == 404


def test_it_names_the_hardest_and_the_easiest_topics(
    track: Track, omar_client: Client
) -> None:
    page = " ".join(texts(matrix(omar_client, track), "main .fine")[-1].split())
    assert page == "Hardest: t2 (0.17). Easiest: t1 (0.50)."
