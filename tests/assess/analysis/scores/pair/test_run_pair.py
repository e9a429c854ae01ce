"""Two runs beside each other: differences, intervals, topics, both responses."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from assess.analysis.scores.arrays import Rules
from assess.analysis.scores.leaderboard.board import Board
from assess.analysis.scores.leaderboard.confidence import compared
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.analysis.scores.pair.page import RunPair, pair_of
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Membership, RankedList, Run, Track
from tests.assess.analysis.scores.boards import NAN, make_board
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

ONE = [[0.5, 0.75, 1.0, 0.25], [0.5, 0.25, 0.5, 0.5]]


def pair(*values: list[list[float]]) -> RunPair:
    board = make_board(*values)
    page = BoardPage(board, "-V", compared(board.table("V")))
    return RunPair(page, 0, 1)


def test_a_measure_has_both_means_their_difference_and_its_topics() -> None:
    found = pair(ONE, ONE, ONE)
    first = found.measures[0]
    assert (first.a, first.b, first.difference) == (0.625, 0.4375, 0.1875)
    assert (first.n, first.better, first.equal, first.worse) == (4, 2, 1, 1)
    assert first.low is not None
    assert first.high is not None
    assert -0.25 <= first.low < 0.1875 < first.high <= 0.5
    assert found.measures[2].better is None  # how much is unjudged ranks no runs


def test_topics_run_from_the_first_runs_best_to_the_second_runs_best() -> None:
    found = pair(ONE)
    assert [(each.topic.name, each.value) for each in found.topics] == [
        ("t1", 0.5),
        ("t2", 0.5),
        ("t0", 0.0),
        ("t3", -0.25),
    ]
    assert [each.topic.name for each in found.wins] == ["t1", "t2"]
    assert [each.topic.name for each in found.losses] == ["t3"]
    rows = found.chart.table.rows
    assert rows[0] == ("t1", 0.75, 0.25, 0.5)


def test_the_sentence_says_who_is_above_by_how_much() -> None:
    found = pair(ONE)
    low, high = found.chosen.low, found.chosen.high
    ends = f"(95 % interval {low:.4f} to {high:.4f})"
    tail = "over 4 topics"
    assert found.says == (
        f"run-0 is above run-1 by 0.1875 {ends} {tail} (0.6250 and 0.4375)."
    )
    turned = RunPair(found.page, 1, 0)
    assert turned.says == (
        f"run-0 is above run-1 by 0.1875 {ends} {tail} (0.4375 and 0.6250)."
    )


def test_equal_runs_and_runs_without_a_common_topic_say_so() -> None:
    same = pair([ONE[0], ONE[0]])
    assert same.says == "run-0 and run-1 have the same mean over 4 topics: 0.6250."
    board = make_board([[0.5, NAN], [NAN, 0.5]])
    left = Board(board.scored, Rules(unanswered="left_out"))
    alone = RunPair(BoardPage(left, "-V", compared(left.table("V"))), 0, 1)
    assert alone.says == "The two runs have no common topic with a score."
    assert alone.measures[0].difference is None
    assert alone.topics == []
    assert alone.p is None


def test_the_best_two_come_first_and_an_unknown_run_is_none() -> None:
    page = pair(ONE).page
    first = str(page.board.scored.runs[0].uuid)
    for asked in (("", ""), (first, "")):
        found = pair_of(page, *asked)
        assert found is not None
        assert (found.first, found.second) == (0, 1)
    assert pair_of(page, str(uuid4()), "") is None
    assert pair_of(page, first, first) is not None
    alone = BoardPage(make_board([[0.5, 0.5]]), "-V")
    assert pair_of(alone, "", "") is None


# Precision of each run on each topic; None: no response.
SCORES = {"first": ("full_support", "no_support"), "second": ("no_support", None)}


@pytest.fixture
def track(omar: User) -> Track:
    """Two runs with a citation each on two topics; the second left one out."""
    cache.clear()
    track = make_track(organizer=omar)
    User.objects.create_user("vera", password="vera")
    topics = [make_topic(track, name) for name in ("t1", "t2")]
    segment, judge = make_segment(track, "d1"), make_judge(track)
    for name, values in SCORES.items():
        run = make_run(track, name)
        for topic, value in zip(topics, values, strict=True):
            if value is None:
                continue
            made = make_response(run, topic, (f"{name} says.",), cites=segment)
            citation = Citation.objects.get(sentence__response=made)
            make_label(SUPPORT, judge, citation, value=value)
    return track


def ids(track: Track) -> dict[str, str]:
    return {
        "a": str(track.runs.get(name="first").uuid),
        "b": str(track.runs.get(name="second").uuid),
    }


def test_the_page_shows_both_and_leads_to_both_responses(
    track: Track, omar_client: Client
) -> None:
    address = f"/tracks/{track.uuid}/scores/support/pair/"
    text = omar_client.get(address, ids(track)).content.decode()
    assert texts(text, "h1") == ["first and second"]
    assert "first is above second by 0.5000" in texts(text, ".lede")[0]
    [topic, other] = select(text, "#topics tbody th a")
    assert (topic.text(strip=True), other.text(strip=True)) == ("t1", "t2")
    href = topic.attributes["href"]
    assert href
    both = omar_client.get(href)
    assert both.status_code == 200
    assert texts(both.content.decode(), ".two h2") == ["first", "second"]
    said = both.content.decode()
    assert "first says." in said
    assert "second says." in said
    lines = omar_client.get(f"{address}differences.csv", ids(track)).content.decode()
    assert lines.splitlines() == [
        "topic,first,second,difference",
        "t1,1.0,0.0,1.0",
        "t2,0.0,0.0,0.0",
    ]


def test_a_topic_without_a_response_says_so(track: Track, omar_client: Client) -> None:
    topic = track.topics.get(name="t2")
    address = f"/tracks/{track.uuid}/scores/support/pair/{topic.uuid}/"
    text = omar_client.get(address, ids(track)).content.decode()
    assert texts(text, "section p.soft") == ["No response to this topic."]


def test_a_ranking_shows_its_first_segments(omar: User, omar_client: Client) -> None:
    cache.clear()
    track = make_track(organizer=omar)
    topic, judge = make_topic(track, "t1"), make_judge(track)
    found, other = make_segment(track, "found#1"), make_segment(track, "other#1")
    make_label(RELEVANCE, judge, topic, found, value="3")
    for name, keys in (
        ("first", [found.pk, other.pk]),
        ("second", [other.pk, found.pk]),
    ):
        run = make_run(track, name, task=Run.R)
        RankedList.objects.create(
            run=run, topic=topic, segment_ids=keys, scores=[2.0, 1.0]
        )
    address = f"/tracks/{track.uuid}/scores/retrieval/pair/{topic.uuid}/"
    text = omar_client.get(address).content.decode()
    lists = [each.text(separator=" ") for each in select(text, "ol.ranked")]
    assert lists[0].index("found#1") < lists[0].index("other#1")
    assert lists[1].index("other#1") < lists[1].index("found#1")


def test_viewers_see_the_numbers_but_no_response(track: Track, client: Client) -> None:
    vera = User.objects.get(username="vera")
    Membership.objects.create(track=track, user=vera, role=Membership.VIEWER)
    client.force_login(vera)
    address = f"/tracks/{track.uuid}/scores/support/pair/"
    text = client.get(address, ids(track)).content.decode()
    assert not select(text, "#topics tbody th a")
    topic = track.topics.get(name="t1")
    assert client.get(f"{address}{topic.uuid}/", ids(track)).status_code == 404


@pytest.mark.parametrize("more", ["", "differences.csv"])
def test_others_and_unknown_runs_find_nothing(
    track: Track, omar_client: Client, ada_client: Client, client: Client, more: str
) -> None:
    address = f"/tracks/{track.uuid}/scores/support/pair/{more}"
    assert omar_client.get(address, {"a": "nonsense"}).status_code == 404
    assert omar_client.get(address, {"a": str(uuid4())}).status_code == 404
    assert ada_client.get(address).status_code == 404
    assert client.get(address).status_code == 302
    assert omar_client.post(address).status_code == 405
