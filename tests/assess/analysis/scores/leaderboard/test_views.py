"""The leaderboard's page of every family, its files and its rows."""

import numpy as np
import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from assess.analysis.scores.leaderboard import confidence as compared
from assess.analysis.scores.leaderboard.files import FILES
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, RankedList, Run, Topic, Track
from tests.make import (
    make_conversation,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import markup, select, values


@pytest.fixture
def vera(db: None) -> User:
    return User.objects.create_user("vera", password="vera")


@pytest.fixture
def track(omar: User, ada: User, vera: User) -> Track:
    cache.clear()
    return make_track(organizer=omar, assessors=[ada], viewer=vera)


@pytest.fixture
def judge(track: Track) -> Judge:
    return make_judge(track, "nist", kind=Judge.IMPORT)


@pytest.fixture
def retrieved(track: Track, judge: Judge) -> Track:
    """Two runs over three topics; `low` ranks relevant segments last, or nothing."""
    high, low = (make_run(track, name, task=Run.R) for name in ("high", "low"))
    segments = [make_segment(track, f"doc#{place}") for place in range(3)]
    ranks = [segment.pk for segment in segments]
    for name in ("1", "2", "3"):
        topic = make_topic(track, name)
        make_label(RELEVANCE, judge, topic, segments[0], value="3")
        make_label(RELEVANCE, judge, topic, segments[1], value="0")
        rank(high, topic, ranks)
        if name != "3":
            rank(low, topic, ranks[::-1])
    return track


def rank(run: Run, topic: Topic, segments: list[int]) -> None:
    scores = [float(len(segments) - place) for place in range(len(segments))]
    RankedList.objects.create(run=run, topic=topic, segment_ids=segments, scores=scores)


def page(track: Track, more: str = "") -> str:
    return f"/tracks/{track.uuid}/scores/{more}"


def test_each_family_has_its_tab(retrieved: Track, omar_client: Client) -> None:
    text = omar_client.get(page(retrieved)).content.decode()
    for family in ("nuggets", "support", "retrieval"):
        assert select(text, f'[href="{page(retrieved, family)}/"]')
    assert "No scores yet" in text


def test_retrieval_counts_as_trec_eval_does_unless_told(
    retrieved: Track, omar_client: Client
) -> None:
    r = omar_client.get(page(retrieved, "retrieval/"))
    text = markup(r)
    assert [row.name for row in r.context["page"].rows] == ["high", "low"]
    assert "A segment that nobody judged counts as not relevant." in text
    assert (
        "no segment graded above 0 or no relevant segment, a score would count 0"
        in text
    )
    assert 'href="?no_ground=undefined">back to undefined</a>' in text
    assert [row.n for row in r.context["page"].rows] == [3, 3]
    assert "Counted as nuggetizer and trec_eval -c do" in text
    assert "grade 1 and above" in text
    left = omar_client.get(page(retrieved, "retrieval/?unanswered=left_out"))
    assert [row.n for row in left.context["page"].rows] == [3, 2]


def test_support_has_its_page(track: Track, judge: Judge, omar_client: Client) -> None:
    response = make_response(make_run(track, "cites"), make_topic(track, "1"))
    segment = make_segment(track, "doc#1")
    sentence = response.sentences.first() or response.sentences.create(
        text="Salt.", position=0
    )
    cited = Citation.objects.create(sentence=sentence, position=0, segment=segment)
    make_label(SUPPORT, judge, cited, value="partial_support")
    r = omar_client.get(page(track, f"support/?judge={judge.uuid}"))
    (row,) = r.context["page"].rows
    assert (row.name, row.values[0].value, row.n) == ("cites", 0.5, 1)


def test_a_row_opens_to_its_topics(retrieved: Track, omar_client: Client) -> None:
    run = Run.objects.get(name="low")
    r = omar_client.get(page(retrieved, f"retrieval/runs/{run.uuid}/"))
    last = r.context["topics"][-1]
    assert (last.topic.name, last.values[0].value) == ("3", 0.0)
    assert 'href="?' not in r.content.decode()


@pytest.mark.parametrize("name", sorted(FILES))
def test_each_file_is_given(
    retrieved: Track, judge: Judge, omar_client: Client, name: str
) -> None:
    r = omar_client.get(page(retrieved, f"retrieval/files/{name}"))
    assert r.status_code == 200
    assert "high" in r.getvalue().decode()
    named = f"{retrieved.slug}-retrieval-{judge.name}-import-{name}"
    assert named in r["Content-Disposition"]


def test_files_are_of_the_runs_and_the_order_asked_for(
    retrieved: Track, omar_client: Client
) -> None:
    query = "?group=none&sort=-recall_100"
    r = omar_client.get(page(retrieved, f"retrieval/files/leaderboard.csv{query}"))
    assert len(r.getvalue().decode().splitlines()) == 1


@pytest.mark.parametrize(
    "address",
    [
        "unknown/",
        "unknown/files/leaderboard.csv",
        "retrieval/files/unknown.csv",
        "retrieval/pareto.png",
        "retrieval/pareto.csv",  # rankings have no length
        "nuggets/files/leaderboard.csv",  # nothing is labelled
    ],
)
def test_what_is_not_there_is_a_404(
    retrieved: Track, omar_client: Client, address: str
) -> None:
    assert omar_client.get(page(retrieved, address)).status_code == 404


def test_what_cannot_be_asked_is_a_422(retrieved: Track, omar_client: Client) -> None:
    for asked in ("?sort=speed", "?unanswered=one", "?level=9"):
        r = omar_client.get(page(retrieved, f"retrieval/{asked}"))
        assert r.status_code == 422


def test_long_tests_are_left_for_later(
    retrieved: Track, omar_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compared, "AT_ONCE", 0)
    first = omar_client.get(page(retrieved, "retrieval/"))
    assert first.context["page"].compared is None
    assert select(first, '[hx-get="?tests=now"]')
    then = omar_client.get(page(retrieved, "retrieval/?tests=now"))
    assert then.context["page"].compared is not None
    assert omar_client.get(page(retrieved, "retrieval/")).context["page"].groups


def test_personal_turns_stand_apart(
    track: Track, judge: Judge, omar_client: Client
) -> None:
    turns = make_conversation(track, asked=["And the salt?", "And ice?"])
    segment = make_segment(track, "doc#1")
    turns[0].details = {**turns[0].details, "statements": ["1"]}
    turns[0].save(update_fields=["details"])
    run = make_run(track, "talks", task=Run.R)
    for turn, segments in zip(turns, ([segment.pk], []), strict=True):
        make_label(RELEVANCE, judge, turn, segment, value="3")
        rank(run, turn, segments)
    for turns_asked, mean in (("", 0.5), ("personal", 1.0), ("other", 0.0)):
        r = omar_client.get(page(track, f"retrieval/?turns={turns_asked}"))
        assert r.context["page"].rows[0].values[0].value == mean
        text = r.content.decode().partition('id="id_turns"')[2]
        assert select(text, f'option[value="{turns_asked}"][selected]')


def test_a_viewer_reads_every_family_and_file(
    retrieved: Track, vera: User, client: Client
) -> None:
    client.force_login(vera)
    for more in ("", "retrieval/", "retrieval/files/pairs.csv"):
        assert client.get(page(retrieved, more)).status_code == 200


def test_others_find_nothing(
    retrieved: Track, ada_client: Client, bea_client: Client, client: Client
) -> None:
    for more in ("", "retrieval/", "retrieval/files/pairs.csv", "retrieval/pareto.csv"):
        assert ada_client.get(page(retrieved, more)).status_code == 404
        assert bea_client.get(page(retrieved, more)).status_code == 404
        assert client.get(page(retrieved, more)).status_code == 302
        assert client.post(page(retrieved, more)).status_code in (302, 405)


def test_a_row_has_its_interval_to_draw_and_in_words(
    retrieved: Track, omar_client: Client
) -> None:
    r = omar_client.get(page(retrieved, "retrieval/"))
    shown = r.context["page"]
    assert np.isfinite(shown.intervals[1]).all()
    high, low = (row.line for row in shown.rows)
    assert not high.has_interval  # 1 on every topic: no sample differs
    assert "the same score on all" in high.says
    assert high.path == ""
    assert low.low < low.mean < low.high
    assert low.says == f"{low.low:.4f} to {low.high:.4f}"
    drawn = values(r, "td.line circle", "cx"), values(r, "td.line path", "d")
    start, end = (low.scale.place(each) for each in (low.low, low.high))
    assert drawn == ([high.dot, low.dot], ["", f"M{start} 10H{end}"])


def test_its_picture_has_the_runs_in_the_order_asked_for(
    retrieved: Track, omar_client: Client
) -> None:
    for sort, titles in (("-", ["high", "low"]), ("", ["low", "high"])):
        asked = f"retrieval/picture/?sort={sort}recall_100"
        chart = omar_client.get(page(retrieved, asked)).context["chart"]
        assert [row.title for row in chart.rows] == titles
    r = omar_client.get(page(retrieved, "retrieval/picture/leaderboard.csv"))
    lines = r.content.decode().splitlines()
    assert lines[0] == "run,nDCG@30,from,to"
    assert len(lines) == 3
    assert omar_client.get(page(retrieved, "nuggets/picture/")).status_code == 404


def test_a_row_drawn_once_is_drawn_anew_where_anything_of_it_changed(
    retrieved: Track, omar_client: Client
) -> None:
    first = omar_client.get(page(retrieved, "retrieval/")).content.decode()
    assert ">low</a>" in first
    Run.objects.filter(name="low").update(name="<deep>", control=True)
    then = markup(omar_client.get(page(retrieved, "retrieval/")))
    assert '&lt;deep&gt;</a> <span class="tag">control</span>' in then
    assert ">low</a>" not in then
