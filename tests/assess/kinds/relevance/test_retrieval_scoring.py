"""Retrieval scores against trec_eval's own wrapper on the same files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

import numpy as np
import pytest
import pytrec_eval

from assess.analysis.scores.arrays import Rules, Scored, counted
from assess.analysis.scores.grids import SCORED, UNANSWERED
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.scoring import FAMILY, RetrievalForm, score_retrieval
from assess.kinds.relevance.scoring.basis import RetrievalBasis
from runs.models import RankedList, Run, Segment, Topic, Track
from tests.make import (
    make_judge,
    make_label,
    make_run,
    make_segment,
    make_topic,
    make_track,
    turn_into,
)

TREC = Rules(unanswered="zero", no_ground="zero")


@pytest.fixture
def track(db: None) -> Track:
    return make_track()


@pytest.fixture
def judge(track: Track) -> Judge:
    return make_judge(track)


def make_list(run: Run, topic: Topic, ranked: Mapping[Segment, float]) -> RankedList:
    return RankedList.objects.create(
        run=run,
        topic=topic,
        segment_ids=[segment.pk for segment in ranked],
        scores=list(ranked.values()),
    )


def grade(judge: Judge, topic: Topic, segment: Segment, value: int) -> None:
    make_label(RELEVANCE, judge, topic, segment, value=str(value))


def scores(judge: Judge, level: int = 1) -> Scored:
    return score_retrieval(RetrievalBasis(judge, level))


def make_files(track: Track, judge: Judge, rng: Random) -> tuple[list[str], list[str]]:
    """Make a small campaign; return its qrels and its runs as trec_eval reads them."""
    segments = [make_segment(track, f"d{number}") for number in range(60)]
    topics = [make_topic(track, f"t{number}") for number in range(4)]
    highest = track.profile.relevance.grades[-1].value
    qrels, rows = [], []
    for number, topic in enumerate(topics):
        for segment in rng.sample(segments, 40):
            value = (
                rng.randrange(highest + 1) if number else 0
            )  # the first has none relevant
            grade(judge, topic, segment, value)
            qrels.append(f"{topic} 0 {segment.docid} {value}")
    for name in ("one", "two"):
        run = make_run(track, name, task="r")
        for topic in topics[: 4 if name == "one" else 3]:
            chosen = rng.sample(segments, 50)
            held = [rng.choice((3.0, 2.5, 2.5 + 1e-9, 1.0, -1.0)) for _ in chosen]
            make_list(run, topic, dict(zip(chosen, held, strict=True)))
            rows += [
                f"{topic} Q0 {segment.docid} 1 {score!r} {name}"
                for segment, score in zip(chosen, held, strict=True)
            ]
    return qrels, rows


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("profile", ["rag24", "rag25", "ikat24"])
def test_it_gives_the_values_of_trec_eval(profile: str, level: int, db: None) -> None:
    track = make_track(profile=profile)
    judge = make_judge(track)
    qrels, rows = make_files(track, judge, Random(level))  # noqa: S311
    found = scores(judge, level)
    names = [each.name for each in found.measures if not each.aside]
    asked = {re.sub(r"_(\d+)$", r".\1", name) for name in names}
    trec = pytrec_eval.RelevanceEvaluator(
        pytrec_eval.parse_qrel(qrels), asked, relevance_level=level
    )
    for row, run in enumerate(found.runs):
        own = [line for line in rows if line.endswith(f" {run}")]
        theirs = trec.evaluate(pytrec_eval.parse_run(own))
        for name in names:
            ours = counted(found, name, TREC)[row]
            answered = [theirs.get(topic.name, {}) for topic in found.topics]
            expected = [values.get(name, 0.0) for values in answered]
            np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-9)


def test_the_first_measure_is_the_years_primary(track: Track) -> None:
    primary = FAMILY.primary
    assert primary(track) == "ndcg_cut_30"
    assert primary(make_track(profile="rag24")) == "ndcg_cut_20"
    assert primary(make_track(profile="ikat24")) == "ndcg_cut_5"


def test_equal_scores_rank_from_the_last_docid_to_the_first(
    track: Track, judge: Judge
) -> None:
    topic, run = make_topic(track), make_run(track, task="r")
    first, last = make_segment(track, "a"), make_segment(track, "b")
    make_list(run, topic, {first: 1.0, last: 1.0 + 1e-9})
    grade(judge, topic, first, 4)
    found = scores(judge)
    assert found.of("ndcg_cut_30")[0, 0] == pytest.approx(1 / np.log2(3))
    assert found.of("unjudged_30")[0, 0] == 0.5


def test_a_run_without_lists_stands_outside(track: Track, judge: Judge) -> None:
    topic, segment = make_topic(track), make_segment(track, "a")
    make_run(track, "answers")
    run = make_run(track, "lists", task="r")
    make_list(run, make_topic(track, "15"), {segment: 1.0})
    grade(judge, topic, segment, 1)
    found = scores(judge)
    assert found.runs == ()
    assert [row.name for row in found.waiting] == ["lists"]


def test_an_unanswered_topic_counts_zero_and_has_no_unjudged_share(
    track: Track, judge: Judge
) -> None:
    topics = [make_topic(track), make_topic(track, "15")]
    segment = make_segment(track, "a")
    run = make_run(track, task="r")
    make_list(run, topics[0], {segment: 1.0})
    for topic in topics:
        grade(judge, topic, segment, 1)
    found = scores(judge)
    assert found.states.tolist() == [[SCORED, UNANSWERED]]
    assert counted(found, "recall_100", TREC).tolist() == [[1.0, 0.0]]
    shares = counted(found, "unjudged_30", TREC)
    np.testing.assert_array_equal(shares, [[0.0, np.nan]])


def test_a_topic_without_a_relevant_segment_is_no_ground(
    track: Track, judge: Judge
) -> None:
    topic, segment = make_topic(track), make_segment(track, "a")
    make_list(make_run(track, task="r"), topic, {segment: 1.0})
    grade(judge, topic, segment, 1)
    found = scores(judge, level=2)
    assert found.grounds[:, 0].tolist() == [True, True, False, True]
    assert np.isnan(counted(found, "recall_100", Rules())[0, 0])
    assert counted(found, "recall_100", TREC)[0, 0] == 0.0
    assert "grade 2" in found.notes[0]


def test_a_changed_grade_scores_its_topic_again(track: Track, judge: Judge) -> None:
    topics = [make_topic(track), make_topic(track, "15")]
    one, two = make_segment(track, "a"), make_segment(track, "b")
    run = make_run(track, task="r")
    for topic in topics:
        make_list(run, topic, {one: 2.0, two: 1.0})
    grade(judge, topics[0], one, 4)
    assert scores(judge).of("ndcg_cut_30").tolist() == [[1.0]]
    grade(judge, topics[1], two, 4)
    expected = [[1.0, pytest.approx(1 / np.log2(3))]]
    assert scores(judge).of("ndcg_cut_30").tolist() == expected
    grade(judge, topics[0], one, 0)
    assert np.isnan(scores(judge).of("ndcg_cut_30")[0, 0])
    grade(judge, topics[0], one, "")  # type: ignore[arg-type]
    assert [topic.name for topic in scores(judge).topics] == ["15"]


def test_the_form_takes_the_profiles_level(track: Track, judge: Judge) -> None:
    grade(judge, make_topic(track), make_segment(track, "a"), 1)
    form = RetrievalForm({}, track=track)
    assert form.is_valid(), form.errors
    assert form.basis == RetrievalBasis(judge, 1)
    asked = RetrievalForm({"level": "3"}, track=track)
    assert asked.is_valid()
    assert asked.basis == RetrievalBasis(judge, 3)
    assert not RetrievalForm({"level": "0"}, track=track).is_valid()


def on_its_own_scale(judge: Judge) -> Judge:
    turn_into(judge, Judge.IMPORT, parameters={"scale": Judge.OWN_SCALE})
    return judge


def test_a_judge_on_a_scale_of_its_own_is_never_the_default(
    track: Track, judge: Judge
) -> None:
    topic, segment = make_topic(track), make_segment(track, "d1")
    grade(judge, topic, segment, 1)
    own = on_its_own_scale(make_judge(track, "aaa"))
    make_label(RELEVANCE, own, topic, segment, value="0.85")
    form = RetrievalForm({}, track=track)
    assert form.is_valid()
    assert form.basis
    assert form.basis.judge == judge
    assert RetrievalForm({"judge": str(own.uuid)}, track=track).is_valid()


def test_a_grade_off_the_scale_is_none(track: Track, judge: Judge) -> None:
    """A selected import may return on its own scale."""
    topic = make_topic(track)
    segments = [make_segment(track, f"d{place}") for place in range(2)]
    make_list(make_run(track), topic, {segments[0]: 2.0, segments[1]: 1.0})
    make_label(RELEVANCE, on_its_own_scale(judge), topic, segments[0], value="0.85")
    grade(judge, topic, segments[1], 2)
    found = scores(judge)
    assert found.states.tolist() == [[SCORED]]
    assert found.values[0].tolist() == [[pytest.approx(1 / np.log2(3))]]
