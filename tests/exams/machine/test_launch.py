"""The page that says what grading a bank takes, and starts it."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Judge
from exams.models import ExamLabel
from jobs.models import Job
from jobs.run import run_here
from tests.exams.machine.grading_ways import KeyedWorld, make_keyed_world
from tests.exams.world import make_exam_world
from tests.fake_model import FakeModel
from tests.machines import make_baseline, make_model_judge
from tests.make import make_track
from tests.page import markup, texts

PRICE = {"price": {"prompt": "2000", "completion": "8000"}}


def address(world: KeyedWorld) -> str:
    return f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}/grade/"


def test_it_says_what_is_missing_before_anything_starts(
    fake: FakeModel, omar: User, omar_client: Client
) -> None:
    world = make_keyed_world(organizer=omar)
    make_model_judge(world.track, parameters=PRICE)
    page = markup(omar_client.get(address(world)))
    assert '<dd id="missing">2</dd>' in page
    judge = world.track.judges.get(name="model-a").uuid
    asked = {"judge": judge, "price": "yes"}
    assert texts(omar_client.post(address(world), asked), "#price dd")[0] == "2"
    assert fake.count == 0
    assert not Job.objects.exists()


def test_it_starts_the_grading_and_then_knows_its_replies(
    fake: FakeModel, omar: User, omar_client: Client
) -> None:
    world = make_keyed_world(organizer=omar)
    judge = make_model_judge(world.track, parameters=PRICE)
    answer = omar_client.post(address(world), {"judge": judge.uuid})
    job = Job.objects.get()
    assert answer.headers["Location"] == f"/jobs/{job.uuid}/"
    run_here(job)
    assert ExamLabel.objects.filter(judge=judge).count() == 2
    page = markup(omar_client.get(address(world)))
    assert "has graded all of them" in page
    other = make_model_judge(world.track, "other", parameters=PRICE)
    page = markup(omar_client.get(address(world), {"judge": str(other.uuid)}))
    assert '<dd id="missing">2</dd>' in page


def test_it_counts_calls_of_verification_at_most(
    fake: FakeModel, omar: User, omar_client: Client
) -> None:
    world = make_keyed_world(organizer=omar, keys=[["salt"], ["ice"], []])
    settings = {"settings": {"exam": {"mode": "verify"}}}
    judge = make_model_judge(world.track, parameters=settings)
    asked = {"judge": judge.uuid, "price": "yes"}
    answer = omar_client.post(address(world), asked)
    assert texts(answer, "#price dd")[0] == "at most 4"
    page = markup(answer)
    assert "<dt>questions without an accepted answer</dt><dd>1</dd>" in page


def test_the_baseline_needs_no_call(omar: User, omar_client: Client) -> None:
    world = make_keyed_world(organizer=omar)
    make_baseline(world.track)
    judge = world.track.judges.get(name="baseline-a").uuid
    answer = omar_client.post(address(world), {"judge": judge, "price": "yes"})
    assert texts(answer, "#price dd") == ["0: no model is needed"]


def test_without_a_judge_it_says_what_to_do(omar: User, omar_client: Client) -> None:
    world = make_keyed_world(organizer=omar)
    assert "No judge that can grade" in markup(omar_client.get(address(world)))


def test_a_judge_of_other_prompts_is_refused(
    fake: FakeModel, omar: User, omar_client: Client
) -> None:
    world = make_keyed_world(organizer=omar)
    judge = make_model_judge(world.track)
    Judge.objects.filter(pk=judge.pk).update(prompts={"grade_passage": "0"})
    assert "Make a new judge" in markup(omar_client.get(address(world)))
    answer = omar_client.post(address(world), {"judge": judge.uuid})
    assert answer.status_code == 422
    assert not Job.objects.exists()


@pytest.mark.parametrize("judge", ["", "nobody", "6a8e41bd-0000-4000-8000-0000"])
def test_it_rejects_bad_input(omar: User, omar_client: Client, judge: str) -> None:
    world = make_keyed_world(organizer=omar)
    make_baseline(world.track)
    assert omar_client.post(address(world), {"judge": judge}).status_code == 422
    assert omar_client.get(address(world), {"judge": judge}).status_code == 200


def test_it_hides_from_others(omar: User, ada_client: Client, client: Client) -> None:
    world = make_keyed_world(organizer=omar)
    assert ada_client.get(address(world)).status_code == 404
    assert client.get(address(world)).status_code == 302


def test_a_judge_of_another_track_is_no_choice(omar: User, omar_client: Client) -> None:
    world = make_keyed_world(organizer=omar)
    strange = make_baseline(make_track(profile="rag24", organizer=omar))
    answer = omar_client.post(address(world), {"judge": strange.uuid})
    assert answer.status_code == 422


def test_lists_lead_to_what_is_ungraded(omar: User, omar_client: Client) -> None:
    world = make_exam_world(omar)
    here = f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}"
    page = markup(omar_client.get(f"{here}/lists/"))
    assert "6 pairs of a question and a passage have no grade" in page
    assert "1 passage has none at all" in page
    assert f'href="{here}/grade/?judge={world.judge.uuid}"' in page
