"""What a job takes before it starts, and that the ledger then agrees."""

from __future__ import annotations

from functools import partial
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import Sum
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from assess.judging.machine.price import quote_of
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from jobs.models import Job
from jobs.run import run_here
from llm.estimates import BY_DEFAULT, BY_LEDGER, BY_TOKENIZER, Estimate
from llm.models import Call
from nuggets.models import Bank
from runs.models import Membership, Topic
from tests.fake_model import FakeModel
from tests.machines import draft, let_judge, make_baseline, make_model_judge, start
from tests.make import make_label
from tests.page import texts

PRICE = {"price": {"prompt": "2000", "completion": "8000"}}


def price(judge: Judge, *, most: int = 300) -> Estimate:
    """Return what the judge's relevance labels take."""
    found = quote_of(partial(start, judge, "relevance"), most=most).estimate
    assert found is not None
    return found


def test_the_dry_run_and_the_ledger_agree_to_the_token(
    fake: FakeModel, topic: Topic
) -> None:
    fake.tokenizes = True
    fake.answer = lambda _body: "##final score: 2"
    let_judge(make_model_judge(topic.track, "before"), "relevance")
    count, recorded = fake.count, Call.objects.count()
    judge = make_model_judge(topic.track, parameters={"seed": 1, **PRICE})
    found = price(judge)
    assert (found.calls, found.held, found.counted) == (2, 0, BY_TOKENIZER)
    assert (fake.count, Call.objects.count()) == (count, recorded)
    assert not Job.objects.unfinished().exists()
    job = let_judge(judge, "relevance")
    paid = Call.objects.filter(job=job.uuid).aggregate(
        prompt_tokens=Sum("prompt_tokens"),
        reply_tokens=Sum("completion_tokens"),
        cost=Sum("cost"),
    )
    assert {name: getattr(found, name) for name in paid} == paid


def test_calls_on_record_cost_nothing(fake: FakeModel, topic: Topic) -> None:
    let_judge(make_model_judge(topic.track, "before"), "relevance")
    found = price(make_model_judge(topic.track, parameters=PRICE))
    assert (found.calls, found.held, found.prompt_tokens) == (0, 2, 0)
    assert found.cost == 0


def test_tokens_are_assumed_before_the_first_call_and_then_measured(
    fake: FakeModel, topic: Topic
) -> None:
    first = price(make_model_judge(topic.track, "before"))
    assert (first.counted, first.reply_tokens) == (BY_DEFAULT, 400)
    assert (first.cost, first.seconds, first.recorded) == (None, None, 0)
    job = let_judge(make_model_judge(topic.track, "again"), "relevance")
    found = price(make_model_judge(topic.track, parameters={"seed": 1}))
    paid = Call.objects.filter(job=job.uuid).aggregate(n=Sum("prompt_tokens"))["n"]
    assert (found.counted, found.recorded) == (BY_LEDGER, 2)
    assert found.prompt_tokens == paid
    assert found.seconds is not None


def test_many_items_are_scaled_up_from_some(fake: FakeModel, topic: Topic) -> None:
    assert price(make_model_judge(topic.track), most=1).calls == 2


def test_a_baseline_needs_no_call_and_writes_nothing(topic: Topic) -> None:
    judge = make_baseline(topic.track)
    assert quote_of(partial(start, judge, "relevance")).estimate is None
    assert not Job.objects.exists()


def test_a_draft_takes_at_most_what_its_longest_lists_would(
    fake: FakeModel, topic: Topic
) -> None:
    qrels, judge = make_baseline(topic.track), make_model_judge(topic.track)
    for segment in topic.track.segments.all():
        make_label(RELEVANCE, qrels, topic, segment, value="3")
    found = quote_of(partial(draft, judge, qrels)).estimate
    assert found is not None
    assert (found.calls, found.is_most) == (4, True)  # a window, 30 nuggets by tens
    assert not Bank.objects.exists()
    run_here(draft(judge, qrels))
    assert fake.count <= found.calls
    again = quote_of(partial(draft, judge, qrels, "another")).estimate
    assert again is not None
    assert (again.calls, again.held) == (0, fake.count)


def test_the_command_only_says_what_it_takes(fake: FakeModel, topic: Topic) -> None:
    make_model_judge(topic.track, "a", parameters=PRICE)
    said = StringIO()
    asked = {"kind": "relevance", "judge": "a", "dry_run": True}
    call_command("judge", topic.track.slug, **asked, stdout=said)
    assert "calls: 2\n" in said.getvalue()
    assert "calls on record, which cost nothing: 0\n" in said.getvalue()
    assert (fake.count, Job.objects.count()) == (0, 0)


def test_the_page_says_what_it_takes_and_starts_nothing(
    fake: FakeModel, topic: Topic, omar: User, omar_client: Client
) -> None:
    Membership.objects.create(track=topic.track, user=omar, role=Membership.ORGANIZER)
    judge = make_model_judge(topic.track, parameters=PRICE)
    page = f"/tracks/{topic.track.uuid}/judging/new/"
    asked = {"judge": judge.uuid, "work": "relevance:", "topics": "", "price": "yes"}
    for _ in range(2):  # a repeated form leads nowhere else
        answer = omar_client.post(page, asked)
        assert answer.status_code == 200
        assert texts(answer, "#price dd")[:2] == ["2", "0"]
    assert (fake.count, Job.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("limits", "least"), [({"LLM_REQUESTS_A_MINUTE": 1}, 120), ({}, 0)]
)
def test_the_time_keeps_the_endpoints_limits(
    fake: FakeModel,
    topic: Topic,
    settings: Settings,
    limits: dict[str, int],
    least: int,
) -> None:
    let_judge(make_model_judge(topic.track, "before"), "relevance")
    for name, value in limits.items():
        setattr(settings, name, value)
    found = price(make_model_judge(topic.track, parameters={"seed": 1}))
    assert found.seconds is not None
    assert least <= found.seconds < 130
