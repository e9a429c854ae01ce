"""Exam grades by keyboard: a key for each question, then the next passage."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from assess.judging.models import Allocation
from exams.models import ExamLabel
from runs.models import Segment
from tests.browser.conftest import OpenPage
from tests.browser.hands.page import press, saved
from tests.exams.world import make_exam_world
from tests.make import make_allocation

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def work(live_server: object, ada: User, omar: User) -> Allocation:
    world = make_exam_world(omar, assessors=[ada])
    work = make_allocation(world.topic, ada, work="exam")
    Allocation.objects.filter(pk=work.pk).update(subject=str(world.bank.uuid))
    return work


def test_a_key_grades_and_goes_on(open_page: OpenPage, work: Allocation) -> None:
    page = open_page(f"/work/{work.uuid}/exam/")
    for number, key in enumerate("50312", start=1):
        expect(page.locator(".nugget.lit .text")).to_have_text(f"Question {number}?")
        page.keyboard.press(key)
        mark = page.locator(".nugget .mark").nth(number - 1)
        expect(mark).to_have_text(key)
    first = page.locator("#passage-name").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("#passage-name")).not_to_have_text(first)
    expect(page.locator("#position")).to_contain_text("passage 2 of 4 · 5 of 20 labels")
    saved(page)
    values = ExamLabel.objects.filter(judge__user__username="ada").order_by("pk")
    assert list(values.values_list("value", flat=True)) == list("50312")


def test_enter_accepts_the_grade_of_a_machine(
    open_page: OpenPage, work: Allocation
) -> None:
    machine = work.track.judges.get(name="grader")
    Allocation.objects.filter(pk=work.pk).update(round=1, shown=machine)
    page = open_page(f"/work/{work.uuid}/exam/")
    row = page.locator(".nugget.lit")
    shown = row.get_attribute("data-shown")
    if not shown:  # the passage that nobody graded
        page.keyboard.press("ArrowRight")
        expect(page.locator("#passage-name")).to_have_text("Passage 2")
        row = page.locator(".nugget.lit")
        shown = row.get_attribute("data-shown")
    assert shown
    page.keyboard.press("Enter")
    expect(page.locator(".nugget .mark").first).to_have_text(shown)


def test_an_answer_is_marked_by_keys_kept_over_a_grade_and_undone(
    open_page: OpenPage, work: Allocation
) -> None:
    text = "Ships wait. The lock opens at four. Then they pass."
    Segment.objects.filter(track=work.track).update(text=text)
    page = open_page(f"/work/{work.uuid}/exam/")
    painted = page.locator("#passage [data-spans]")
    answer = page.locator(".nugget").first.locator(".answered")
    press(page, "a")
    expect(page.locator("#say")).to_contain_text("Esc ends")
    expect(page.locator("a[data-key=ArrowRight]")).to_be_hidden()
    press(page, "ArrowDown Shift+ArrowRight Enter")
    expect(painted).to_have_text("lock opens at four.")
    expect(answer).to_have_text("“lock opens at four.”")
    press(page, "4")
    expect(page.locator(".nugget.lit .text")).to_have_text("Question 2?")
    expect(painted).to_have_count(0)
    saved(page)
    label = ExamLabel.objects.get(judge__user__username="ada")
    assert label.value == "4"
    said = label.details
    assert said["answer"] == text[said["start"] : said["end"]] == "lock opens at four."
    page.reload()
    press(page, "ArrowUp ArrowUp a ArrowUp Enter")  # to the first question
    expect(answer).to_have_text("“Ships wait.”")
    press(page, "u")
    expect(answer).to_have_text("“lock opens at four.”")
    saved(page)
    assert page.get_attribute("html", "data-key-conflicts") is None
