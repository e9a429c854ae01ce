"""Grading question by question: a grade goes on to the next passage by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.db.models import QuerySet
from playwright.sync_api import expect

from accounts.models import User
from exams.grading.items import BY_QUESTION
from exams.models import ExamLabel
from tests.browser.hands.page import press, ready
from tests.exams.grade_work import Examining, make_examining

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def made(transactional_db: None, ada: User) -> Examining:
    made = make_examining(ada)
    made.work.order = BY_QUESTION
    made.work.save(update_fields=["order"])
    return made


def test_one_key_an_item_and_undo_leads_back(
    made: Examining, open_page: Callable[[str], Page]
) -> None:
    page = open_page(f"/work/{made.work.uuid}/exam/")
    position = page.locator("#position")
    for key, where in (
        ("4", "question 1 of 2, passage 1 of 2"),
        ("0", "question 1 of 2, passage 2 of 2"),
        ("5", "question 2 of 2, passage 1 of 2"),
    ):
        expect(position).to_contain_text(where)
        ready(page)
        press(page, key)
    expect(position).to_contain_text("question 2 of 2, passage 2 of 2")
    expect(page.locator(".nugget .text")).to_have_text(str(made.questions[1]))
    press(page, "u")
    expect(position).to_contain_text("question 2 of 2, passage 1 of 2")
    ready(page)
    press(page, "3")
    expect(position).to_contain_text("question 2 of 2, passage 2 of 2")
    ready(page)
    press(page, "1")
    expect(page.get_by_role("button", name="Finish")).to_be_visible()
    given: QuerySet[Any] = ExamLabel.objects.all()
    rows = set(given.values_list("question", "passage", "value"))
    one, two = (question.pk for question in made.questions)
    first, second = (passage.pk for passage in made.passages)
    assert rows == {
        *((one, first, "4"), (one, second, "0")),
        *((two, first, "3"), (two, second, "1")),
    }
