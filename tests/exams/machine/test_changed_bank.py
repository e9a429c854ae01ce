"""Grading by a model while the bank changes."""

from __future__ import annotations

import pytest

from assess.judging.machine.registry import Scope
from exams.banks.actions import Entry, write_version
from exams.grading.machine import load, plan
from exams.models import Question
from tests.exams.machine.grading_ways import make_keyed_world
from tests.machines import make_model_judge
from tests.make import NOW

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("fake")
def test_a_question_withdrawn_since_the_plan_is_graded_by_its_answers() -> None:
    world = make_keyed_world(keys=[["salt"], ["ice"]])
    settings = {"settings": {"exam": {"mode": "key"}}}
    judge = make_model_judge(world.track, parameters=settings)
    scope = Scope(judge, str(world.bank.uuid))
    planned = plan(scope)
    topic = world.passage.topic
    first, second = (each.pk for each in world.questions)
    entries = [
        Entry("", question_id=first, withdrawn=True, key=["salt"]),
        Entry("", question_id=second),  # without its accepted answer
    ]
    write_version(world.bank, topic, entries, now=NOW, origin=Question.PERSON)
    asked = list(load(scope, planned.units))
    found = [
        each.parse(reply).value[0]
        for each, reply in zip(asked, ("Salt", "Ice"), strict=True)
    ]
    assert [verdict.value for verdict in found] == ["1", "1"]
