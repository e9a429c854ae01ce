"""A chosen run of a leaderboard: which others cannot be told apart from it."""

from dataclasses import replace
from uuid import uuid4

import numpy as np
import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from assess.analysis.scores.leaderboard.confidence import Compared, compared
from assess.analysis.scores.leaderboard.marks import chosen_run
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import RankedList, Run, Track
from tests.assess.analysis.scores.boards import NAN, make_board, make_tag
from tests.make import (
    make_judge,
    make_label,
    make_run,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import select, texts

LEVELS = np.random.default_rng(4).random(30)
# Two runs that are nearly equal, one far below, on 30 topics.
SCORES = [
    [*(0.6 + 0.3 * LEVELS)],
    [*(0.59 + 0.3 * LEVELS[::-1])],
    [*(0.1 * LEVELS)],
]


def page(row: int) -> BoardPage:
    board = make_board(SCORES, SCORES, SCORES)
    tested = compared(board.table("V"))
    name = str(board.scored.runs[row].uuid)
    return BoardPage(board, "-V", tested, name)


@pytest.mark.parametrize(
    ("row", "marks", "alike", "says"),
    [
        (
            0,
            ["chosen", "alike", "apart"],
            ["run-1"],
            "cannot be told apart from 1 of 2 other runs, and is better than 1",
        ),
        (
            2,
            ["apart", "apart", "chosen"],
            [],
            "can be told apart from every other run: worse than 2",
        ),
    ],
)
def test_it_marks_the_runs_that_cannot_be_told_apart(
    row: int, marks: list[str], alike: list[str], says: str
) -> None:
    found = page(row)
    assert found.chosen
    assert [each.mark for each in found.rows] == marks
    assert [run.name for run in found.chosen.alike] == alike
    assert found.chosen.says == says


def test_without_a_choice_or_a_test_nothing_is_marked() -> None:
    for bare in (
        replace(page(0), choice=""),
        replace(page(0), choice=str(uuid4())),
        replace(page(0), compared=None),
    ):
        assert bare.chosen is None
        assert {row.mark for row in bare.rows} == {""}


def pairs(p: list[list[float]]) -> Compared:
    """Return a comparison with these p-values, the first run being the best."""
    runs = len(p)
    means = np.arange(runs, 0.0, -1.0)[:, None] * np.ones(runs)
    counts = np.full((runs, runs), 5)
    return Compared("holm", np.array(p), counts, means, 5, 10, exact=False, enough=True)


def test_runs_without_a_common_topic_are_counted_by_themselves() -> None:
    runs = [make_tag(f"run-{row}", row) for row in range(3)]
    p = [[NAN, NAN, 0.5], [NAN, NAN, 0.01], [0.5, 0.01, NAN]]
    first, last = (chosen_run(runs, [0, 1, 2], own, pairs(p)) for own in (0, 2))
    assert first.marks == ("chosen", "untested", "alike")
    assert first.says == (
        "cannot be told apart from 1 of 2 other runs; 1 could not be compared with it"
    )
    assert last.says == (
        "cannot be told apart from 1 of 2 other runs, and is worse than 1"
    )


def test_a_run_like_all_others_says_so_and_names_a_dozen() -> None:
    runs = [make_tag(f"run-{row}", row) for row in range(16)]
    found = chosen_run(runs, range(16), 3, pairs([[0.5] * 16] * 16))
    assert found.says == "cannot be told apart from any other run"
    assert (len(found.named), found.more) == (12, 3)


@pytest.fixture
def track(omar: User) -> Track:
    """Three runs over six topics: two find the relevant segment first, one last."""
    cache.clear()
    track = make_track(organizer=omar)
    judge = make_judge(track)
    segments = [make_segment(track, f"doc#{place}") for place in range(3)]
    keys = [segment.pk for segment in segments]
    for name in ("first", "second", "third"):
        make_run(track, name, task=Run.R, group=f"group-{name}")
    for number in range(6):
        topic = make_topic(track, str(number))
        make_label(RELEVANCE, judge, topic, segments[0], value="3")
        for run in track.runs.all():
            order = keys[::-1] if run.name == "third" else keys
            RankedList.objects.create(
                run=run, topic=topic, segment_ids=order, scores=[3.0, 2.0, 1.0]
            )
    return track


def board(client: Client, track: Track, **asked: str) -> str:
    r = client.get(f"/tracks/{track.uuid}/scores/retrieval/", asked)
    assert r.status_code == 200
    return r.content.decode()


def test_letters_stand_beside_the_brackets_and_choose(
    track: Track, omar_client: Client
) -> None:
    text = board(omar_client, track, type="automatic", tests="now", sort="-ndcg_cut_30")
    assert texts(text, "td.letters a") == ["a", "a", "b"]
    assert texts(text, "tbody td.group") == [
        "group-first",
        "group-second",
        "group-third",
    ]
    first = track.runs.get(name="first")
    [link] = select(text, f"#choose-{first.uuid}")
    assert (
        link.attributes["href"] == f"?type=automatic&sort=-ndcg_cut_30&run={first.uuid}"
    )


def test_the_address_chooses_a_run(track: Track, omar_client: Client) -> None:
    first = track.runs.get(name="first")
    text = board(omar_client, track, run=str(first.uuid))
    marks = [row.attributes["data-mark"] for row in select(text, "tbody tr[data-mark]")]
    assert marks == ["chosen", "alike", "apart"]
    said = " ".join(texts(text, ".chosen-run")[0].split())
    assert said.startswith(
        "first cannot be told apart from 1 of 2 other runs, and is better than 1, "
        "by nDCG@30. Not told apart: second."
    )
    [link] = select(text, f"#choose-{first.uuid}")
    assert link.attributes["href"] == "?run="
    assert link.attributes["aria-current"] == "true"


@pytest.mark.parametrize("run", ["nonsense", str(uuid4())], ids=["no id", "unknown"])
def test_a_run_that_is_not_there_is_said(
    track: Track, omar_client: Client, run: str
) -> None:
    text = board(omar_client, track, run=run)
    assert "The chosen run is not in this table" in texts(text, ".chosen-run")[0]
    assert not select(text, "tr[data-mark]")
