"""Features of every judging screen: undo, skips, flags, the end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from assess.judging.models import Allocation, Change, Thread
from tests.browser.hands.judging import LABEL, Work, in_sheets, label_the_rest
from tests.browser.hands.page import press, ready, saved

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


def last_change() -> tuple[int, str, str]:
    change = Change.objects.latest("pk")
    return change.label_id, change.before, change.after


def test_a_slip_on_the_last_item_is_undone_from_the_end(work: Work) -> None:
    label_the_rest(work)
    label, before, given = last_change()
    expect(work.page.locator("main")).to_contain_text("undo")
    work.type("u")
    expect(work.page.locator("#say")).to_contain_text("Undone: ")
    work.saved()
    assert before == ""
    assert last_change() == (label, given, "")
    assert "#" not in work.page.url
    work.no_conflicts()


def test_undo_reaches_behind_a_reload(work: Work) -> None:
    page, first = work.page, work.item()
    work.type(LABEL[work.allocation.work])
    work.saved()
    given = last_change()[2]
    work.type("ArrowUp" if in_sheets(work) else "ArrowLeft")
    work.at(first)
    work.type("3")
    work.saved()
    label, _before, changed = last_change()
    page.reload()
    ready(page)
    work.type("u")
    expect(page.locator("#say")).to_contain_text("again")
    work.saved()
    assert last_change() == (label, changed, given)
    work.at(first)
    work.type("u")
    expect(page.locator("#say")).to_have_text("Nothing to undo.")


def change_on_another_machine(work: Work, address: str) -> None:
    """Label the first item of a page with 3, on another computer of the person."""
    browser = work.page.context.browser
    assert browser
    storage: Any = work.page.context.storage_state()
    context = browser.new_context(storage_state=storage)
    page = context.new_page()
    page.goto(address)
    ready(page)
    press(page, "ArrowUp 3" if in_sheets(work) else "3")
    saved(page)
    context.close()


def test_what_somebody_else_changed_since_is_not_undone(work: Work) -> None:
    page, address = work.page, work.page.url
    work.type(LABEL[work.allocation.work])
    work.saved()
    change_on_another_machine(work, address)
    changed = last_change()
    assert changed[1]
    work.type("u")
    stands = page.locator("#say, #unsent", has_text="changed since")
    expect(stands.first).to_be_visible()
    assert last_change() == changed
    for undo in page.get_by_role("button", name="Discard mine").all():
        undo.click()
    work.page.reload()
    ready(work.page)
    second = work.page.context.new_page()
    second.goto(work.page.url)
    ready(second)
    second.keyboard.press("u")
    expect(second.locator("#say")).to_contain_text("Undone")
    expect(second.locator("#save-state")).to_have_attribute("data-state", "saved")
    changes = Change.objects.count()
    work.type("u")
    refused = re.compile("Not undone|Nothing to undo")  # sheets hear of it before
    expect(work.page.locator("#say")).to_contain_text(refused)
    second.close()
    assert Change.objects.count() == changes


def test_the_last_labels_open_from_the_end(work: Work) -> None:
    label_the_rest(work)
    work.type("r")
    expect(work.page.locator("#recent")).to_be_visible()
    work.type("Enter")
    expect(work.page.locator("#sheet")).to_have_count(1)
    assert not Allocation.objects.get().finished_at


def test_an_enter_too_soon_closes_nothing(work: Work) -> None:
    page = work.page
    label_the_rest(work)
    page.goto(page.url, wait_until="domcontentloaded")
    button = page.get_by_role("button", name="Finish this topic")
    expect(button.locator("kbd")).to_have_text("Enter")
    page.goto(page.url, wait_until="domcontentloaded")
    work.type("Enter")
    page.wait_for_selector("button[data-key=Enter]")
    assert not Allocation.objects.get().finished_at
    work.type("Enter")
    expect(page.locator("h1")).to_have_text("Welcome, ada")
    assert Allocation.objects.get().finished_at


def test_a_skip_takes_three_keys(work: Work) -> None:
    first = work.item()
    work.type("f")
    expect(work.page.locator("#talk button[value=skip] kbd")).to_have_text("s")
    work.type("2 s")
    expect(work.page.locator("#position")).to_contain_text("1 skipped")
    work.saved()
    thread = Thread.objects.get()
    assert (thread.item, thread.skipped) == (first, True)
    assert thread.remarks.get().reason == "broken"
    assert work.item() != first
    assert not Change.objects.exists()


def test_a_mistaken_skip_is_undone_before_any_label(work: Work) -> None:
    page, words = work.page, work.page.locator("#say")
    first = work.item()
    work.type(LABEL[work.allocation.work])
    item = work.past(first)
    for reloaded in (False, True):
        work.type("f 1 s")
        expect(page.locator("#position")).to_contain_text("1 skipped")
        work.saved()
        if reloaded:
            page.reload()
            ready(page)
        work.type("u")
        expect(words).to_contain_text("Undone: skipped")
        work.at(item)
        expect(page.locator("#position")).not_to_contain_text("skipped")
        expect(page.locator(".thread:visible .state")).to_have_text("skip undone")
        work.saved()
        assert not Thread.objects.get().skipped
    work.type("u")
    expect(words).to_contain_text("Undone: ")
    expect(words).not_to_contain_text("skipped")
    work.saved()
    assert last_change()[2] == ""


def test_a_flag_takes_three_keys(work: Work) -> None:
    work.type("f s")
    expect(work.page.locator("#talk [role=alert]")).to_be_visible()
    work.type("2 Enter")
    expect(work.page.locator("#talk")).to_be_hidden()
    work.saved()
    assert not Thread.objects.get().skipped
