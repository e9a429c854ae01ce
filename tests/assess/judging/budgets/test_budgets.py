"""Budgets stop a job before it spends more, and it goes on once they are raised."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from assess.judging.budgets.actions import change_budget
from assess.judging.machine.price import quote_of
from assess.judging.models import Judge
from assess.judging.overview.matters import matters_waiting
from jobs.models import Job, JobState
from jobs.run import run_here
from llm.budgets import budget_of, set_budget
from llm.models import Call
from runs.models import Topic
from tests.assess.judging.machine.grades import grades
from tests.fake_model import FakeModel, status
from tests.machines import fake, let_judge, make_model_judge, start
from tests.make import (
    NOW,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import texts

__all__ = ["fake"]

pytestmark = [pytest.mark.both_stacks, pytest.mark.django_db(transaction=True)]

PRICE = {"price": {"prompt": "2000", "completion": "8000"}}
SEGMENTS = 12


@pytest.fixture
def topic(transactional_db: None, omar: User, settings: Settings) -> Topic:
    """A topic with a dozen cited segments, judged by four calls at once."""
    settings.LLM_CONCURRENCY = 4
    topic = make_topic(make_track(profile="rag24", organizer=omar))
    for number in range(SEGMENTS):
        run = make_run(topic.track, f"run-{number}")
        segment = make_segment(topic.track, f"d{number:02}", f"Gulls eat {number}.")
        make_response(run, topic, cites=segment)
    return topic


def limited(judge: Judge, **limits: object) -> Job:
    """Do a judge's work within a budget."""
    job = start(judge, "relevance")
    set_budget(job.uuid, **({"calls": None, "cost": None} | limits))  # type: ignore[arg-type]
    return run_here(job)


@pytest.mark.parametrize("of_track", [False, True])
def test_workers_at_once_never_overshoot_and_go_on_when_it_is_raised(
    fake: FakeModel, topic: Topic, omar: User, of_track: bool
) -> None:
    judge = make_model_judge(topic.track)
    job = start(judge, "relevance")
    subject = topic.track.uuid if of_track else job.uuid
    set_budget(subject, calls=5, cost=None)
    job = run_here(job)
    assert (job.state, fake.count) == (JobState.STOPPED, 5)
    assert "Raise it" in job.error
    waiting = [str(each) for each in matters_waiting(topic.track, now=NOW)]
    assert "1 job stopped by its budget" in waiting
    assert change_budget(subject, calls=SEGMENTS, cost=None, by=omar) == [job]
    job.refresh_from_db()
    assert run_here(job).state == JobState.DONE
    assert (fake.count, len(grades(judge))) == (SEGMENTS, SEGMENTS)


def test_budget_dry_run_and_ledger_agree_to_the_token(
    fake: FakeModel, topic: Topic
) -> None:
    fake.tokenizes = True
    judge = make_model_judge(
        topic.track, parameters={"max_tokens": 3, "seed": 1, **PRICE}
    )
    fake.answer = lambda _body: "##final score: 2"  # three tokens
    other = make_model_judge(topic.track, "before", parameters={"max_tokens": 3})
    let_judge(other, "relevance")
    found = quote_of(partial(start, judge, "relevance")).estimate
    assert found is not None
    assert found.cost is not None
    short = limited(judge, cost=found.cost - Decimal("0.0001"))
    assert (short.state, Call.objects.filter(job=short.uuid).count()) == (
        JobState.STOPPED,
        SEGMENTS - 1,
    )
    enough = make_model_judge(
        topic.track, "b", parameters={"max_tokens": 3, "seed": 2, **PRICE}
    )
    job = limited(enough, cost=found.cost)
    assert job.state == JobState.DONE
    budget = budget_of(job.uuid)
    assert budget is not None
    paid = Call.objects.filter(job=job.uuid).totals()
    assert budget.cost_spent == paid["cost"] == found.cost
    assert paid["prompt_tokens"] == found.prompt_tokens
    assert paid["completion_tokens"] == found.reply_tokens


def test_a_call_without_a_reply_costs_nothing(fake: FakeModel, topic: Topic) -> None:
    fake.misbehave(status(400))
    job = limited(make_model_judge(topic.track), calls=SEGMENTS)
    budget = budget_of(job.uuid)
    assert budget is not None
    assert (job.state, budget.calls_spent) == (JobState.DONE, SEGMENTS - 1)


def test_money_needs_a_price(fake: FakeModel, topic: Topic) -> None:
    job = limited(make_model_judge(topic.track), cost=Decimal(1))
    assert (job.state, fake.count) == (JobState.STOPPED, 0)
    assert "has no price" in job.error


def test_pages_set_and_raise_budgets(
    fake: FakeModel, topic: Topic, omar_client: Client, ada_client: Client
) -> None:
    judge = make_model_judge(topic.track)
    here = f"/tracks/{topic.track.uuid}"
    asked = {"judge": judge.uuid, "work": "relevance:", "topics": ""}
    bad = omar_client.post(f"{here}/judging/new/", asked | {"most_calls": "-1"})
    assert bad.status_code == 422
    omar_client.post(f"{here}/judging/new/", asked | {"most_calls": "2"})
    job = run_here(Job.objects.get())
    assert job.state == JobState.STOPPED
    page = omar_client.get(f"/jobs/{job.uuid}/")
    assert texts(page, "#budget dd")[0] == "2 of 2"
    assert texts(page, "#budget button") == ["Save and continue"]
    raised = f"{here}/jobs/{job.uuid}/budget/"
    assert ada_client.post(raised, {"most_calls": "3"}).status_code == 404
    omar_client.post(raised, {"most_calls": "3"})
    job.refresh_from_db()
    assert job.state == JobState.QUEUED
    assert ada_client.get(f"{here}/budget/").status_code == 404
    assert omar_client.post(f"{here}/budget/", {"most_cost": "x"}).status_code == 422
    omar_client.post(f"{here}/budget/", {"most_cost": "2.5"})
    budget = budget_of(topic.track.uuid)
    assert budget is not None
    assert (budget.cost, budget.calls, budget.calls_spent) == (Decimal("2.5"), None, 2)
