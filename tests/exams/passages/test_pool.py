"""The pool: the top of runs, judged segments, and the paragraphs of responses."""

from __future__ import annotations

from django.test import Client

from accounts.models import User
from assess.kinds.relevance.kind import RELEVANCE
from exams.models import ExamPassage
from exams.passages.pool import fill_pool, pool_of
from exams.scores.basis import Basis
from exams.scores.grades import BankGrades
from exams.scores.runs import Names
from exams.scores.scoring import score_exams
from exams.scores.summary import summaries
from runs.models import Run
from tests.exams.world import ExamWorld, make_exam_world, make_ranking
from tests.make import make_label, make_response, make_run, make_segment
from tests.page import markup


def test_the_pool_has_the_first_20_ranks_and_judged_segments(omar: User) -> None:
    world = make_exam_world(omar)
    segments = [make_segment(world.track, f"s{n}", f"Text {n}.") for n in range(30)]
    make_ranking(make_run(world.track, "D", task=Run.R), world.topic, segments)
    make_label(RELEVANCE, world.people, world.topic, segments[25], value="1")
    pool = pool_of(world.track)
    assert len(pool.segments) == 21
    assert pool.there == 4
    assert fill_pool(pool) == 21
    assert pool_of(world.track).segments == []


def test_equal_texts_of_a_topic_are_graded_once(omar: User) -> None:
    world = make_exam_world(omar)
    for tag in ("G", "H"):
        run = make_run(world.track, tag)
        make_response(run, world.topic, ["Text of p1.\n\n", "Another text."])
    fill_pool(pool_of(world.track))
    pieces = ExamPassage.objects.exclude(response=None).order_by("pk")
    assert [piece.ordinal for piece in pieces] == [1, 2, 1, 2]
    first, own, again, same = pieces
    assert first.same_as == again.same_as == world.passages["p1"]
    assert own.same_as is None
    assert same.same_as == own
    check_scores(world)


def check_scores(world: ExamWorld) -> None:
    """Check that a response has the grades of the segment with the same text."""
    found = summaries(score_exams(Basis(world.bank, world.judge)))
    by_run = {each.run.name: each for each in found}
    assert by_run["G"].taus[3].cover.mean == by_run["H"].taus[3].cover.mean == 0.4
    assert by_run["G"].taus[3].upper == 1.0  # the other paragraph is ungraded


def test_segments_of_equal_texts_are_relevant_alike(omar: User) -> None:
    world = make_exam_world(omar)
    twin = make_segment(world.track, "p1-twin", "Text of p1.")
    run = make_run(world.track, "T", task=Run.R)
    make_ranking(run, world.topic, [twin])
    fill_pool(pool_of(world.track))
    basis = Basis(world.bank, world.judge)
    [twins] = [each for each in summaries(score_exams(basis)) if each.run == run]
    assert twins.taus[4].cover.mean == 0.2
    assert twins.taus[4].qrels["recip_rank"] == 1.0
    # p1, its twin, p2 and p3 have a grade of 4 or more.
    assert twins.taus[4].qrels["map"] == 0.25
    bank = BankGrades(basis)
    names = dict(Names(bank, [world.topic.pk]).of_topic(bank.passages[world.topic.pk]))
    assert names["p1"] == names["p1-twin"]


def test_some_runs_and_segments_by_hand(omar: User, omar_client: Client) -> None:
    world = make_exam_world(omar)
    one, other = (make_run(world.track, name) for name in ("G", "H"))
    for run in (one, other):
        make_response(run, world.topic, [f"Harbours of {run} freeze late."])
    make_segment(world.track, "far#1", "Far away.")
    here = f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}/pool/"
    line = f"{world.topic.name} far#1"
    asked = {"chosen": "1", "runs": str(one.uuid), "segments": line}
    page = markup(omar_client.get(here, asked))
    assert "1 segment and the passages of 1 response are not in the pool yet" in page
    assert "2 passages added" in markup(
        omar_client.post(f"{here}fill/", asked, follow=True)
    )
    latest = ExamPassage.objects.order_by("-pk")[:2]
    added = latest.values_list("segment__docid", "response__run__name")
    assert set(added) == {("far#1", None), (None, "G")}
    wrong = asked | {"segments": f"{line}\nnowhere far#1"}
    for answer in (
        omar_client.get(here, wrong),
        omar_client.post(f"{here}fill/", wrong),
    ):
        assert answer.status_code == 422
        assert "nowhere far#1" in markup(answer)


def test_the_page_says_what_grading_takes(omar: User, omar_client: Client) -> None:
    world = make_exam_world(omar)
    run = make_run(world.track, "G")
    make_response(run, world.topic, ["Harbours freeze late."])
    here = f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}/pool/"
    assert "passages of 1 response" in markup(omar_client.get(here))
    r = omar_client.post(f"{here}fill/", follow=True)
    page = markup(r)
    assert "1 passage added" in page
    assert "<dd>25</dd>" in page  # five passages, five questions
