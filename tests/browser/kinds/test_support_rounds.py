"""Support in a stored round: a model's label appears after the own choice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from assess.judging.models import Allocation, Judge, Round
from assess.judging.rounds.actions import create_round
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.models import SupportLabel
from runs.models import Citation, Topic
from tests.browser.kinds.test_support_protocols import (
    FULL,
    NO,
    PARTIAL,
    Work,
    begin,
    topic,
)
from tests.make import make_allocation, make_judge, make_label

__all__ = ["begin", "topic"]
pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def after_own_choice(
    topic: Topic, ada: User, begin: Callable[[Allocation], Work]
) -> Work:
    model = make_judge(topic.track, "hidden-model", kind=Judge.MODEL)
    for citation in Citation.objects.all():
        make_label(SUPPORT, model, citation, value=PARTIAL)
    made = create_round(
        Round(track=topic.track, name="r", unit="first", shows="after", shown=model)
    )
    allocation = make_allocation(topic, ada, work="support")
    Allocation.objects.update(round=made.number, shown=model)
    allocation.refresh_from_db()
    return begin(allocation)


def test_a_label_appears_after_the_own_choice_and_the_person_revises(
    after_own_choice: Work,
) -> None:
    work, page = after_own_choice, after_own_choice.page
    expect(page.locator("[data-round]")).to_contain_text("Round “r”")
    expect(page.locator(".pair .shown")).to_have_count(0)
    work.type("1")
    shown = page.locator(".pair.lit .shown")
    expect(shown).to_have_text("The model says: partial support")
    work.type("2")
    work.type("Enter")
    expect(page.locator(".pair.lit .shown")).to_have_count(0)
    for _ in range(4):
        work.type("3")
        expect(page.locator(".pair.lit .shown")).to_have_count(1)
        work.type("Enter")
    work.finish()
    assert work.labels() == [(PARTIAL, PARTIAL), *[(NO, PARTIAL)] * 4]
    first = SupportLabel.objects.filter(judge__kind=Judge.PERSON, value=PARTIAL).get()
    assert first.details["own"] == FULL
