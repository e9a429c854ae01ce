"""Labelling responses in a real browser, by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Allocation, Change
from nuggets.models import AssignmentLabel, Nugget
from runs.models import Response
from tests.browser.hands.at_page import press, ready, saved
from tests.make import (
    make_allocation,
    make_bank,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
SUPPORT, PARTIAL, NOT = "support", "partial_support", "not_support"


class Work(NamedTuple):
    """Ada's work, and the page where she does it."""

    page: Page
    allocation: Allocation
    nuggets: list[Nugget]

    def labels(self, response: Response) -> list[str]:
        found = cast(
            "list[AssignmentLabel]", AssignmentLabel.objects.filter(response=response)
        )
        given = {label.nugget_id: label.value for label in found}
        return [given.get(nugget.pk, "–") for nugget in self.nuggets]

    def here(self) -> Response:
        return Response.objects.get(uuid=self.page.url.rstrip("/").split("/")[-1])

    def type(self, keys: str) -> None:
        press(self.page, keys)

    def saved(self) -> None:
        saved(self.page)

    def position(self, words: str) -> None:
        expect(self.page.locator("#position")).to_have_text(words)


@pytest.fixture
def work(
    live_server: LiveServer,
    ada: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Work:
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    version = make_version(make_bank(track), topic, ("one", "two fresh", "three"))
    for name in "abc":
        make_response(make_run(track, f"hidden-{name}"), topic)
    allocation = make_allocation(topic, ada, version.bank)
    sign_in(browser_page, "ada")
    browser_page.goto(live_server.url)
    browser_page.click("main a.primary")
    expect(browser_page.locator(".nugget.lit")).to_have_count(1)
    return Work(browser_page, allocation, nuggets_of(version))


def test_keys_alone_label_two_responses(work: Work) -> None:
    first = work.here()
    work.type("1 2 3")
    work.position("response 1 of 3 · 3 of 9 labels")
    work.saved()
    assert work.labels(first) == [SUPPORT, PARTIAL, NOT]
    work.type("Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    second = work.here()
    assert second != first
    work.type("3 3 1 Enter")
    work.position("response 3 of 3 · 6 of 9 labels")
    work.saved()
    assert work.labels(second) == [NOT, NOT, SUPPORT]
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
    expect(work.page.locator("h1")).to_have_text(f"Welcome, {'ada'}")
    assert Allocation.objects.get().finished_at is not None


def test_work_goes_on_after_a_reload(work: Work) -> None:
    work.type("1 1 1 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    work.type("2")
    work.saved()
    work.page.reload()
    work.position("response 2 of 3 · 4 of 9 labels")
    expect(work.page.locator(".nugget.lit .text")).to_have_text("two fresh")
    work.page.goto(work.page.url.split("/assign/")[0] + "/")
    work.position("response 2 of 3 · 4 of 9 labels")


def test_undo_takes_back_the_last_labels_one_by_one(work: Work) -> None:
    first = work.here()
    work.type("1 2 ArrowUp 3 u u")
    work.saved()
    assert work.labels(first) == [SUPPORT, "", "–"]
    expect(work.page.locator(".nugget.lit .text")).to_have_text("two fresh")
    assert list(Change.objects.order_by("pk").values_list("before", "after")) == [
        ("", SUPPORT),
        ("", PARTIAL),
        (PARTIAL, NOT),
        (NOT, PARTIAL),
        (PARTIAL, ""),
    ]


def test_undo_goes_back_to_the_response_before(work: Work) -> None:
    first = work.here()
    work.type("1 1 1 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    work.type("u")
    work.position("response 1 of 3 · 2 of 9 labels")
    work.saved()
    assert work.here() == first
    assert work.labels(first) == [SUPPORT, SUPPORT, ""]


def test_enter_asks_for_what_was_left_out(work: Work) -> None:
    work.type("1 ArrowDown 1 Enter")
    work.position("response 1 of 3 · 2 of 9 labels")
    expect(work.page.locator(".nugget.lit .text")).to_have_text("two fresh")


def test_enter_goes_on_after_the_mouse_and_presses_nothing_again(work: Work) -> None:
    label = work.page.locator("#sheet .labels [data-value=support]")
    label.click()
    work.type("Enter")
    work.position("response 1 of 3 · 1 of 9 labels")
    expect(work.page.locator(".nugget.lit .text")).to_have_text("two fresh")
    work.page.click("#sheet [data-act=down]")
    work.type("Space 2")
    label.click()
    work.position("response 1 of 3 · 3 of 9 labels")
    work.type("Enter")
    work.position("response 2 of 3 · 3 of 9 labels")


def test_going_back_shows_the_labels_given(work: Work) -> None:
    work.type("1 2 3 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    work.type("ArrowLeft")
    work.position("response 1 of 3 · 3 of 9 labels")
    values = work.page.locator(".nugget").evaluate_all(
        "rows => rows.map(row => row.dataset.value)"
    )
    assert values == [SUPPORT, PARTIAL, NOT]
    work.type("Backspace")
    work.page.go_back()
    work.position("response 2 of 3 · 3 of 9 labels")


def test_words_of_the_nugget_are_found_in_the_response(work: Work) -> None:
    work.type("ArrowDown h")
    expect(work.page.locator("article mark")).to_have_text(["Fresh"])
    work.type("h")
    expect(work.page.locator("article mark")).to_have_count(0)


def test_no_key_has_two_meanings(work: Work) -> None:
    assert work.page.evaluate("document.documentElement.dataset.keyConflicts") is None
    work.type("1 1 1 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    assert work.page.evaluate("document.documentElement.dataset.keyConflicts") is None


def test_a_label_waits_through_an_ended_session(work: Work, ada: User) -> None:
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
    assert not AssignmentLabel.objects.exists()
    page.fill("#sign-in-again [name=username]", "ada")
    page.fill("#sign-in-again [name=password]", "ada")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    work.saved()
    assert work.labels(first) == [SUPPORT, "–", "–"]


def test_typing_in_a_text_box_judges_nothing(work: Work) -> None:
    page = work.page
    page.evaluate(
        """() => {
          for (const made of ['input', 'textarea']) {
            const box = document.createElement(made);
            box.className = 'typed';
            document.querySelector('.frame-item').append(box);
          }
        }"""
    )
    for box in page.locator("input:not([type=hidden]), textarea").all():
        if box.is_visible():
            box.focus()
            page.keyboard.type("1 n 2")
            expect(box).to_have_value("1 n 2")
    work.position("response 1 of 3 · 0 of 9 labels")
    assert not AssignmentLabel.objects.exists()


def test_another_windows_label_is_shown_not_overwritten(work: Work) -> None:
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
    assert work.labels(first) == [NOT, "–", "–"]
    work.type("ArrowUp 1")
    work.saved()
    assert work.labels(first) == [SUPPORT, "–", "–"]


def test_it_judges_without_script(
    live_server: LiveServer, work: Work, ada: User
) -> None:
    browser = work.page.context.browser
    assert browser
    storage: Any = work.page.context.storage_state()
    context = browser.new_context(storage_state=storage, java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(work.page.url)
        page.locator(".nugget").nth(1).get_by_role("button", name="Partial").click()
        expect(page.locator("#position")).to_have_text(
            "response 1 of 3 · 1 of 9 labels"
        )
    finally:
        context.close()
    assert work.labels(work.here()) == ["–", PARTIAL, "–"]
