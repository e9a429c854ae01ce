"""Replies that are rejected and asked for again, and replies as JSON objects."""

import json
from dataclasses import replace

import pytest
from pytest_django import Settings

from llm.kernel.forms import labels_form
from llm.kernel.spec import ModelSpec
from llm.models import Call
from llm.questions import ask_until_parsed
from nuggets.kernel.drafting import ASSIGNMENTS
from tests.fake_model import (
    FakeModel,
    Fault,
    cut_off,
    filtered,
    refusal,
    short_list,
)
from tests.llm.test_questions import VALUES, three

pytestmark = pytest.mark.both_stacks


@pytest.mark.parametrize(
    ("fault", "ended", "reason"),
    [
        (short_list(), "stop", "3 labels"),
        (cut_off('["support", "support", "support"]'), "length", "cut off"),
        (refusal(), "refusal", "refused to answer: I cannot help with that."),
        (filtered(), "content_filter", "refused to answer"),
    ],
)
def test_the_ledger_says_why_a_reply_was_rejected(
    model: ModelSpec, fake: FakeModel, fault: Fault, ended: str, reason: str
) -> None:
    fake.misbehave(fault)
    ask_until_parsed("assign_nuggets", VALUES, three, model=model)
    first, second = Call.objects.order_by("attempt")
    assert (first.finish_reason, second.finish_reason) == (ended, "stop")
    assert reason in first.rejected
    assert reason in str(fake.bodies[1]["messages"][-1])
    assert second.rejected == ""


def test_a_form_is_asked_for_only_where_the_endpoint_takes_schemas(
    model: ModelSpec, fake: FakeModel, settings: Settings
) -> None:
    form = labels_form(three, allowed=ASSIGNMENTS, expected=3)
    before = ask_until_parsed("assign_nuggets", VALUES, form, model=model)
    settings.LLM_SCHEMAS = True
    after = ask_until_parsed("assign_nuggets", VALUES, form, model=model)
    own = replace(model, parameters={"response_format": None})
    assert ask_until_parsed("assign_nuggets", VALUES, form, model=own).reply.reused
    assert before.value == after.value
    assert json.loads(after.reply.text) == {"labels": after.value}
    assert ["response_format" in body for body in fake.bodies] == [False, True]
    assert 'one JSON object with "labels"' in fake.bodies[1]["messages"][-1]["content"]
    kept = Call.objects.get(uuid=after.reply.call).parameters
    assert kept["response_format"] == fake.bodies[1]["response_format"]
