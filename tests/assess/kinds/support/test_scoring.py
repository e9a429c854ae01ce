"""The citation scores of runs, by one judge."""

import math

import numpy as np
import pytest

from accounts.models import User
from assess.analysis.scores.arrays import Rules, Scored, counted
from assess.analysis.scores.grids import SCORED, UNANSWERED, UNJUDGED
from assess.analysis.scores.leaderboard.board import Board
from assess.analysis.scores.leaderboard.topics import topic_rows
from assess.judging.judges.actions import create_panel
from assess.judging.labels.writer import NotOnTheScale
from assess.judging.models import Judge
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.scoring import SupportBasis, SupportForm, score_support
from runs.models import Citation, Response, Track
from tests.make import (
    NOW,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

PRECISION, RECALL = (
    "weighted_precision_first_citation",
    "weighted_recall_first_citation",
)


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def judge(track: Track) -> Judge:
    return make_judge(track)


@pytest.fixture
def response(track: Track) -> Response:
    """Three sentences, of which the last cites nothing."""
    segment = make_segment(track, "d1")
    sentences = ("One.", "Two.", "Three.")
    row = make_response(make_run(track), make_topic(track), sentences, cites=segment)
    Citation.objects.filter(sentence__position=2).delete()
    return row


def label(judge: Judge, response: Response, place: int, value: str) -> None:
    citation = Citation.objects.get(
        sentence__response=response, sentence__position=place, position=0
    )
    make_label(SUPPORT, judge, citation, value=value)


def scores(judge: Judge) -> Scored:
    return score_support(SupportBasis(judge))


def row(judge: Judge, *names: str) -> list[float]:
    """Return the only run's values on the only topic."""
    found = scores(judge)
    return [float(found.of(name)[0, 0]) for name in names]


def test_without_labels_there_are_no_runs(response: Response, judge: Judge) -> None:
    assert scores(judge).runs == ()


def test_it_gives_the_published_precision_and_recall(
    response: Response, judge: Judge
) -> None:
    label(judge, response, 0, "partial_support")
    label(judge, response, 1, "full_support")
    assert row(judge, PRECISION, RECALL, "unjudged") == [0.75, 0.5, 0]
    assert row(judge, "hard_precision", "hard_recall") == [0.5, pytest.approx(1 / 3)]
    found = scores(judge)
    assert [run.name for run in found.runs] == ["run-a"]
    assert found.words[0, 0] == response.words


def test_an_unjudged_first_citation_stands_outside_both(
    response: Response, judge: Judge
) -> None:
    label(judge, response, 1, "full_support")
    assert row(judge, PRECISION, RECALL, "unjudged") == [1.0, 0.5, 1]


def test_a_sentence_that_needs_no_citation_is_counted_apart(omar: User) -> None:
    track = make_track(profile="rag24", organizer=omar)
    judge, segment = make_judge(track), make_segment(track, "d1")
    two = make_response(
        make_run(track), make_topic(track), ("One.", "Two."), cites=segment
    )
    label(judge, two, 0, "no_citation_needed")
    label(judge, two, 1, "partial_support")
    assert row(judge, PRECISION, RECALL, "unjudged", "exempt") == [0.5, 0.5, 0, 1]


def test_only_tracks_that_ask_have_that_label(response: Response, judge: Judge) -> None:
    with pytest.raises(NotOnTheScale):
        label(judge, response, 0, "no_citation_needed")


def test_it_tells_silence_from_what_is_not_judged_and_what_cites_nothing(
    track: Track, response: Response, judge: Judge
) -> None:
    segment = make_segment(track, "d2")
    for name, cites in (("bare", None), ("waiting", segment)):
        make_response(make_run(track, name), response.topic, cites=cites)
    other = make_topic(track, "15")
    make_response(response.run, other, cites=segment)
    silent = make_run(track, "silent")
    label(judge, make_response(silent, make_topic(track, "16"), cites=segment), 0,
          "full_support")  # fmt: skip
    label(judge, response, 0, "full_support")
    found = scores(judge)
    assert [topic.name for topic in found.topics] == ["14", "16"]
    assert [run.name for run in found.runs] == ["bare", "run-a", "silent"]
    assert [run.name for run in found.waiting] == ["waiting"]
    assert found.states.tolist() == [
        [SCORED, UNANSWERED],
        [SCORED, UNANSWERED],
        [UNANSWERED, SCORED],
    ]
    assert math.isnan(found.of(PRECISION)[0, 0])
    assert found.of(RECALL)[0, 0] == 0.0
    kept = counted(found, PRECISION, Rules(no_ground="zero"))
    assert kept.tolist() == [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]


def test_an_answer_without_a_sentence_does_no_better_than_silence(
    track: Track, response: Response, judge: Judge
) -> None:
    other, segment = make_topic(track, "15"), make_segment(track, "d2")
    empty = make_run(track, "empty")
    make_response(empty, response.topic, ())
    make_response(make_run(track, "mute"), response.topic, ())
    label(judge, response, 0, "full_support")
    label(judge, make_response(empty, other, cites=segment), 0, "full_support")
    found = scores(judge)
    assert [run.name for run in found.runs] == ["empty", "run-a"]
    assert [run.name for run in found.waiting] == ["mute"]
    assert found.states.tolist() == [[UNANSWERED, SCORED], [SCORED, UNANSWERED]]
    for name in (PRECISION, RECALL):
        assert counted(found, name, Rules())[0].tolist() == [0.0, 1.0]
    board = Board(found, Rules(unanswered="left_out"))
    (first, _), (_, second) = topic_rows(board, 0, {}), topic_rows(board, 1, {})
    assert first.values[0].reason == "the response has no sentence; left out"
    assert second.values[0].reason == "no response to this topic; left out"


def test_a_label_taken_back_is_no_label(response: Response, judge: Judge) -> None:
    label(judge, response, 0, "full_support")
    label(judge, response, 1, "full_support")
    assert row(judge, PRECISION) == [1.0]
    label(judge, response, 1, "no_support")
    assert row(judge, PRECISION) == [0.5]
    label(judge, response, 1, "")
    assert row(judge, PRECISION, "unjudged") == [1.0, 1]


def test_a_panel_scores_by_its_rule(
    track: Track, response: Response, judge: Judge
) -> None:
    second = make_judge(track, "second")
    panel = create_panel(track, "both", rule="first", members=[second, judge], now=NOW)
    label(judge, response, 0, "full_support")
    assert row(panel, PRECISION) == [1.0]
    label(second, response, 0, "no_support")
    assert row(panel, PRECISION) == [0.0]


def test_a_run_put_away_leaves_the_table(response: Response, judge: Judge) -> None:
    label(judge, response, 0, "full_support")
    assert len(scores(judge).runs) == 1
    response.run.deleted_at = NOW
    response.run.save(update_fields=["deleted_at"])
    assert scores(judge).runs == ()


def test_a_response_judged_nowhere_is_unjudged(
    track: Track, response: Response, judge: Judge
) -> None:
    other = make_topic(track, "15")
    segment = make_segment(track, "d2")
    make_response(response.run, other, cites=segment)
    elsewhere = make_run(track, "run-b")
    label(judge, make_response(elsewhere, other, cites=segment), 0, "full_support")
    label(judge, response, 0, "full_support")
    found = scores(judge)
    np.testing.assert_array_equal(
        found.states, [[SCORED, UNJUDGED], [UNANSWERED, SCORED]]
    )


def test_the_form_takes_the_first_judge_where_nobody_chose(
    track: Track, response: Response, judge: Judge
) -> None:
    form = SupportForm({}, track=track)
    assert form.is_valid()
    assert form.basis is None
    label(judge, response, 0, "full_support")
    form = SupportForm({}, track=track)
    assert form.is_valid()
    assert form.basis == SupportBasis(judge)


def test_people_s_labels_come_before_a_machine_s(
    track: Track, response: Response, judge: Judge, ada: User
) -> None:
    label(judge, response, 0, "full_support")
    label(make_person(ada, track), response, 0, "no_support")
    form = SupportForm({}, track=track)
    assert form.is_valid()
    assert form.basis == SupportBasis(track.judges.get(rule="assessors"))


def test_the_form_refuses_another_tracks_judge(track: Track) -> None:
    other = make_judge(make_track(), "other")
    assert not SupportForm({"judge": str(other.uuid)}, track=track).is_valid()
