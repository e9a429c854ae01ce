"""What every sheet of items does, by keys alone: one suite for all types of work."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Allocation, Change
from tests.browser.hands.page import ready
from tests.browser.hands.sheets import SHEETS, Work, open_sheets

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture(params=sorted(SHEETS))
def work(
    request: pytest.FixtureRequest,
    live_server: LiveServer,
    ada: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Work:
    return open_sheets(request.param, ada, browser_page, live_server.url, sign_in)


def test_keys_alone_label_two_responses(work: Work) -> None:
    best, middle, worst = work.sheets.scale
    first = work.here()
    work.lit(0)
    work.type("1")
    work.lit(1)
    work.type("2 3")
    work.position("response 1 of 3 · 3 of 9 labels")
    work.saved()
    assert work.labels(first) == [best, middle, worst]
    work.type("Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    second = work.here()
    assert second != first
    work.type("3 3 1 Enter")
    work.position("response 3 of 3 · 6 of 9 labels")
    work.saved()
    assert work.labels(second) == [worst, worst, best]
    assert not Change.objects.exclude(active_ms__gte=0, active_ms__lt=60_000)


def test_the_end_offers_to_finish(work: Work) -> None:
    work.type("1 1 1 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    work.type("1 1 1 Enter")
    work.position("response 3 of 3 · 6 of 9 labels")
    work.type("1 1 1")
    work.saved()
    work.type("Enter")
    expect(work.page.locator("h1")).to_have_text("Every label is given")
    work.page.wait_for_selector("button[data-key=Enter]")
    work.type("Enter")
    work.page.wait_for_url("**/")
    expect(work.page.locator("h1")).to_have_text("Welcome, ada")
    assert Allocation.objects.get().finished_at is not None


def test_work_goes_on_after_a_reload(work: Work) -> None:
    work.type("1 1 1 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    work.type("2")
    work.saved()
    work.page.reload()
    work.position("response 2 of 3 · 4 of 9 labels")
    work.lit(1)
    begin = work.page.url.split(f"/{work.allocation.uuid}/")[0]
    work.page.goto(f"{begin}/{work.allocation.uuid}/")
    work.position("response 2 of 3 · 4 of 9 labels")
    work.lit(1)


def test_undo_takes_back_the_last_labels_one_by_one(work: Work) -> None:
    best, middle, worst = work.sheets.scale
    first = work.here()
    work.type("1 2 ArrowUp 3 u u")
    work.lit(1)
    work.saved()
    assert work.labels(first) == [best, "", "–"]
    assert list(Change.objects.order_by("pk").values_list("before", "after")) == [
        ("", best),
        ("", middle),
        (middle, worst),
        (worst, middle),
        (middle, ""),
    ]


def test_undo_goes_back_to_the_response_before(work: Work) -> None:
    best = work.sheets.scale[0]
    first = work.here()
    work.type("1 1 1 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    work.type("u")
    work.position("response 1 of 3 · 2 of 9 labels")
    work.lit(2)
    work.saved()
    assert work.here() == first
    assert work.labels(first) == [best, best, ""]


def test_enter_asks_for_what_was_left_out(work: Work) -> None:
    work.type("1 ArrowDown 1 Enter")
    work.position("response 1 of 3 · 2 of 9 labels")
    work.lit(1)


def test_going_back_shows_the_labels_given(work: Work) -> None:
    work.type("1 2 3 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    work.type("ArrowLeft")
    work.position("response 1 of 3 · 3 of 9 labels")
    assert work.sheets.shown(work.page) == list(work.sheets.scale)
    work.type("Backspace")  # nothing is lit
    work.position("response 1 of 3 · 3 of 9 labels")
    work.type("ArrowUp Backspace")
    work.position("response 1 of 3 · 2 of 9 labels")
    work.page.go_back()
    work.position("response 2 of 3 · 2 of 9 labels")


def test_no_key_has_two_meanings(work: Work) -> None:
    conflicts = "document.documentElement.dataset.keyConflicts"
    assert work.page.evaluate(conflicts) is None
    work.type("1 1 1 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    assert work.page.evaluate(conflicts) is None


def test_another_windows_label_is_shown_not_overwritten(work: Work) -> None:
    best, _middle, worst = work.sheets.scale
    other = work.page.context.browser
    assert other
    first = work.here()
    storage: Any = work.page.context.storage_state()
    context = other.new_context(storage_state=storage)
    try:
        second = context.new_page()
        second.goto(work.page.url)
        second.keyboard.press("3")
        expect(second.locator("#save-state")).to_have_attribute("data-state", "saved")
    finally:
        context.close()
    work.type("1")
    expect(work.page.locator("#say")).to_contain_text("Changed since you opened it")
    assert work.labels(first) == [worst, "–", "–"]
    work.type("ArrowUp 1")
    work.saved()
    assert work.labels(first) == [best, "–", "–"]


def test_a_label_waits_through_an_ended_session(work: Work) -> None:
    first = work.here()
    page = work.page
    ready(page)
    page.context.clear_cookies()
    work.type("1")
    dialog = page.locator("#sign-in-again")
    expect(dialog).to_be_visible()
    for box in ("username", "password"):
        page.fill(f"#sign-in-again [name={box}]", "")
        page.type(f"#sign-in-again [name={box}]", "1 n 2")
    work.position("response 1 of 3 · 1 of 9 labels")
    assert not Change.objects.exists()
    page.fill("#sign-in-again [name=username]", "ada")
    page.fill("#sign-in-again [name=password]", "ada")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    work.saved()
    assert work.labels(first) == [work.sheets.scale[0], "–", "–"]


def test_it_judges_without_script(work: Work) -> None:
    browser = work.page.context.browser
    assert browser
    storage: Any = work.page.context.storage_state()
    context = browser.new_context(storage_state=storage, java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(work.page.url)
        row = page.locator(work.sheets.rows).nth(1)
        row.get_by_role("button", name="Partial").click()
        expect(page.locator("#position")).to_have_text(
            "response 1 of 3 · 1 of 9 labels"
        )
    finally:
        context.close()
    assert work.labels(work.here()) == ["–", work.sheets.scale[1], "–"]
