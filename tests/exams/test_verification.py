"""Samples of a machine's grades: drawn, verified, and what they say."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db.models import QuerySet
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation, Judge
from config.operations.readings import read
from exams.grading.items import grading_progress, read_sheet
from exams.kernel.samples import LEAST
from exams.models import ExamLabel, GradeSample, SampledPair
from exams.verification.actions import AlreadyVerified, NothingGraded, draw_sample
from exams.verification.results import results_of
from tests.exams.grade_work import make_exam_work
from tests.exams.world import ExamWorld, make_exam_world
from tests.make import NOW, make_judge

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(omar: User, ada: User) -> ExamWorld:
    """The worked example, in which Ada assesses."""
    return make_exam_world(omar, assessors=[ada])


def address(world: ExamWorld) -> str:
    return f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}/verification/"


def draw(world: ExamWorld, half_width: float = 0.05) -> GradeSample:
    """Draw a sample of the world's grades."""
    return draw_sample(
        world.bank, world.judge, half_width=half_width, seed="s", by=None, now=NOW
    )


def hand_out(world: ExamWorld, person: User) -> Allocation:
    """Hand the verification of the world's topic out."""
    work = make_exam_work(world.bank, world.topic, person)
    Allocation.objects.filter(pk=work.pk).update(round=1, shown=world.judge)
    return Allocation.objects.select_related("track", "topic").get(pk=work.pk)


def label(client: Client, work: Allocation, pair: SampledPair, value: str) -> int:
    """Give a grade to a pair; return the status of the answer."""
    said = {"key": str(uuid4()), "seen": 0, "value": value}
    said |= {"question": str(pair.question.uuid)}
    page = f"/work/{work.uuid}/exam/{pair.passage.uuid}/label/"
    return client.post(page, said).status_code


def test_a_sample_has_pairs_of_each_grade(world: ExamWorld) -> None:
    sample = draw(world)
    assert sample.strata == {"0": 9, "1": 1, "3": 1, "4": 2, "5": 1}
    assert sample.pairs.count() == 14  # so few that all are drawn
    grades = set(sample.pairs.values_list("question", "passage", "grade"))
    every: QuerySet[Any] = ExamLabel.objects.all()
    given = every.filter(judge=world.judge)
    assert grades == {
        (question, passage, int(value))
        for question, passage, value in given.values_list(
            "question", "passage", "value"
        )
    }


def only(sample: GradeSample, *grades: int) -> list[SampledPair]:
    """Keep one pair of each of some grades in a sample."""
    kept = [sample.pairs.filter(grade=grade).earliest("pk") for grade in grades]
    sample.pairs.exclude(pk__in=[each.pk for each in kept]).delete()
    return kept


def test_verification_is_of_the_sample_alone(
    world: ExamWorld, ada: User, ada_client: Client
) -> None:
    sample = draw(world)
    outside = sample.pairs.filter(grade=0).latest("pk")
    five, zero = only(sample, 5, 0)
    work = hand_out(world, ada)
    sheet = read_sheet(work)
    rows = {
        (question.pk, page.passage.pk)
        for page in sheet.items
        for question, _ in sheet.rows(page)
    }
    assert rows == {(p.question_id, p.passage_id) for p in (five, zero)}
    assert label(ada_client, work, outside, "1") == 404
    assert label(ada_client, work, five, "5") == 302
    progress = read(grading_progress([work]))[work.pk]
    assert (progress.done, progress.total) == (1, 2)


def test_grading_from_scratch_is_of_all(world: ExamWorld, ada: User) -> None:
    only(draw(world), 5)
    work = make_exam_work(world.bank, world.topic, ada)
    sheet = read_sheet(work)
    assert len(sheet.items) == 4
    assert all(len(sheet.rows(passage)) == 5 for passage in sheet.items)


def test_the_results_count_what_was_corrected(
    world: ExamWorld, ada: User, ada_client: Client
) -> None:
    sample = draw(world)
    five, three, zero = only(sample, 5, 3, 0)
    told = {"reply": "Three, or so.", "read": "leading"}
    ExamLabel.objects.filter(judge=world.judge, value="3").update(details=told)
    work = hand_out(world, ada)
    for pair, value in ((five, "5"), (three, "1"), (zero, "0")):
        assert label(ada_client, work, pair, value) == 302
    found = results_of(sample)
    assert found.estimates.n == 3
    # Of 9 + 1 + 1 pairs with these grades, all but the one with 3 are right.
    assert found.estimates.right.value == pytest.approx(10 / 11)
    [wrong] = found.corrections
    assert (wrong.shown, wrong.given, wrong.misread) == (3, 1, True)
    assert wrong.reply == "Three, or so."
    assert next((e.question, e.distance) for e in found.questions) == (
        three.question,
        2.0,
    )
    assert [(s.grade, s.verified, s.right) for s in found.strata if s.verified] == [
        (0, 1, 1),
        (3, 1, 0),
        (5, 1, 1),
    ]


def test_grades_over_another_judge_s_do_not_count(
    world: ExamWorld, ada: User, ada_client: Client
) -> None:
    sample = draw(world)
    [five] = only(sample, 5)
    other = make_judge(world.track, "other", kind=Judge.IMPORT)
    work = hand_out(world, ada)
    Allocation.objects.filter(pk=work.pk).update(shown=other)
    assert label(ada_client, work, five, "5") == 302
    assert results_of(sample).estimates.n == 0


def test_a_sample_that_somebody_began_stays(
    world: ExamWorld, ada: User, ada_client: Client
) -> None:
    first = draw(world)
    again = draw(world, 0.1)
    assert not GradeSample.objects.filter(pk=first.pk).exists()
    pair = again.pairs.earliest("pk")
    label(ada_client, hand_out(world, ada), pair, "0")
    with pytest.raises(AlreadyVerified):
        draw(world)
    assert GradeSample.objects.get() == again


def test_a_judge_without_grades_has_no_sample(world: ExamWorld) -> None:
    with pytest.raises(NothingGraded):
        draw_sample(
            world.bank,
            make_judge(world.track, "idle", kind=Judge.IMPORT),
            half_width=0.05,
            seed="s",
            by=None,
            now=NOW,
        )


def test_the_page_draws_and_shows(world: ExamWorld, omar_client: Client) -> None:
    assert "Draw a sample" in omar_client.get(address(world)).content.decode()
    sent = {"judge": world.judge.uuid, "half_width": "0.1"}
    answer = omar_client.post(address(world), sent, follow=True)
    page = answer.content.decode()
    assert "to within ± 0.1" in page
    assert '<dd id="verified">0</dd>' in page
    assert GradeSample.objects.get().by is not None
    assert LEAST == 10


@pytest.mark.parametrize(
    ("judge", "half_width"), [("", "0.05"), ("x", "0.05"), ("own", "0"), ("own", "x")]
)
def test_bad_input_draws_nothing(
    world: ExamWorld, omar_client: Client, judge: str, half_width: str
) -> None:
    named = str(world.judge.uuid) if judge == "own" else judge
    sent = {"judge": named, "half_width": half_width}
    assert omar_client.post(address(world), sent).status_code == 422
    assert not GradeSample.objects.exists()


def test_it_hides_from_others(
    world: ExamWorld, ada_client: Client, client: Client
) -> None:
    assert ada_client.get(address(world)).status_code == 404
    assert client.get(address(world)).status_code == 302
