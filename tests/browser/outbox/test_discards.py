"""Unsent words that are discarded, hidden from others, or too many."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Remark
from tests.browser.hands.page import press, ready
from tests.browser.outbox.drafts import (
    COMMENT,
    WORDS,
    Sit,
    says,
    says_no,
    stored,
    write,
)
from tests.browser.rooms.desk import Desk

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


def undo(page: Page) -> None:
    """Restore what was discarded, from the list of what waits."""
    page.get_by_role("button", name="Undo", exact=True).click()
    press(page, "Escape")


def test_what_is_discarded_can_be_had_back(sit: Sit) -> None:
    page = sit("relevance").page
    write(page, "c", COMMENT)
    page.get_by_role("button", name="Discard").click()
    says(page, "Discarded · undo")
    assert stored(page) == 0
    page.click("#save-state")
    expect(page.locator("#waiting li")).to_contain_text("Comment on “doc#")
    undo(page)
    says(page, "1 unsent note")
    press(page, "c")
    expect(page.locator(COMMENT)).to_have_value(WORDS)
    press(page, "Enter")
    says_no(page, "unsent")
    page.wait_for_function(
        "() => Object.keys(localStorage).every((name) => !/outbox/.test(name))"
    )
    assert Remark.objects.get().text == WORDS


def test_a_draft_is_discarded_from_the_list_too(sit: Sit) -> None:
    page = sit("relevance").page
    write(page, "c", COMMENT)
    press(page, "Escape")
    page.get_by_role("button", name="1 unsent note").click()
    page.locator("#waiting").get_by_role("button", name="Discard").click()
    undo(page)
    says(page, "1 unsent note")


def test_nobody_else_sees_or_counts_them(
    sit: Sit,
    bea: User,
    live_server: LiveServer,
    sign_in: Callable[[Page, str], None],
) -> None:
    seat = sit("relevance")
    page = seat.page
    write(page, "c", COMMENT)
    page.context.clear_cookies()
    sign_in(page, "bea")
    page.goto(live_server.url)
    expect(page.locator(".self")).to_contain_text("bea")
    says_no(page, "unsent")
    assert stored(page) == 1
    sign_in(page, seat.person.username)
    page.reload()
    says(page, "1 unsent note")


FULL = """() => {
  Storage.prototype.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
}"""


def test_a_full_storage_is_reported_and_leaving_asks_first(sit: Sit) -> None:
    page = sit("relevance").page
    page.evaluate(FULL)
    write(page, "c", COMMENT)
    says(page, "Keep this page open")
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    with page.expect_event("dialog"):
        page.close(run_before_unload=True)
    assert asked == ["beforeunload"]
    expect(page.locator(COMMENT)).to_have_value(WORDS)
    page.focus(COMMENT)
    press(page, "Enter")
    says_no(page, "Keep this page open")
    says_no(page, "unsent")


MANY = """() => {
  const person = document.querySelector("meta[name=assay-user]").content;
  for (let place = 0; place < 200; place += 1) {
    const draft = { text: "t", what: "w", page: "/", made: "2026-01-01T00:00:00Z" };
    localStorage.setItem(`assay.words.${person}.${place}`, JSON.stringify(draft));
  }
  localStorage.setItem(`assay.words.${person}.broken`, "{");
}"""


def test_the_two_hundred_and_first_is_reported_and_kept_with_the_page(sit: Sit) -> None:
    page = sit("relevance").page
    page.evaluate(MANY)
    page.reload()
    ready(page)
    says(page, "200 unsent notes")
    write(page, "c", COMMENT)
    says(page, "Keep this page open")
    assert stored(page) == 201  # the broken one is not counted
    press(page, "Enter")
    says(page, "200 unsent notes")


def test_a_discarded_label_can_be_had_back(
    at_desk: Page, desk: Desk, send: Callable[..., str]
) -> None:
    desk.wrong = [(409, {"version": 7, "detail": "It was changed."})]
    send(at_desk, words="support for “Salt”")
    unsent = at_desk.locator("#unsent li")
    unsent.get_by_role("button", name="Discard mine").click()
    expect(unsent).to_have_count(0)
    says(at_desk, "Discarded · undo")
    at_desk.click("#save-state")
    expect(at_desk.locator("#waiting li")).to_contain_text("support for “Salt”.")
    undo(at_desk)
    expect(unsent).to_have_count(1)
    says(at_desk, "1 to decide")
    with at_desk.expect_response("**/desk/label/") as sent:
        unsent.get_by_role("button", name="Keep mine").click()
    assert sent.value.ok
    assert len(desk.taken) == 1


def test_a_key_that_was_used_before_goes_out_again_under_another(
    at_desk: Page, desk: Desk, send: Callable[..., str]
) -> None:
    said = "This key was used before, with another request. Nothing changed."
    desk.wrong = [(422, {"key": [said]})]
    key = send(at_desk)
    unsent = at_desk.locator("#unsent li")
    expect(unsent).to_contain_text(said)
    says(at_desk, "1 to decide")
    unsent.get_by_role("button", name="Try again").click()
    expect(unsent).to_have_count(0)
    expect(at_desk.locator("#save-state")).to_have_text(re.compile(r"^Saved \d"))
    (taken,) = desk.taken
    assert taken["key"] != key
