"""Checking citations in a real browser, by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Allocation, Change
from assess.kinds.support.models import SupportLabel
from runs.models import Citation, Response, Segment, Topic
from tests.browser.hands.at_page import come, hold, press, ready, saved
from tests.make import (
    make_allocation,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
FULL, PARTIAL, NO = "full_support", "partial_support", "no_support"
SENTENCES = (
    "Fresh water floats on salt.",
    "Everybody knows that.",
    "Harbours freeze first.",
    "Ice grows from the shore.",
)


class Work(NamedTuple):
    """Ada's work, and the page where she does it."""

    page: Page
    allocation: Allocation

    def labels(self, response: Response) -> list[str]:
        rows = cast("list[SupportLabel]", SupportLabel.objects.all())
        given = {
            label.citation.sentence.position: label.value
            for label in rows
            if label.citation.sentence.response_id == response.pk
        }
        return [given.get(place, "–") for place in (0, 2, 3)]

    def here(self) -> Response:
        return Response.objects.get(uuid=self.page.url.rstrip("/").split("/")[-1])

    def type(self, keys: str) -> None:
        press(self.page, keys)

    def saved(self) -> None:
        saved(self.page)

    def position(self, words: str) -> None:
        expect(self.page.locator("#position")).to_have_text(words)

    def lit(self, sentence: int) -> None:
        """Expect one highlighted sentence, with only its passage next to it."""
        line = self.page.locator(".sentences > .lit .sentence")
        expect(line).to_have_text(SENTENCES[sentence])
        expect(self.page.locator(".pair:visible")).to_have_count(1)


def make_cited(topic: Topic, name: str, segments: list[Segment]) -> None:
    """Make a response whose second sentence cites nothing."""
    response = make_response(make_run(topic.track, name), topic, SENTENCES)
    rows = list(response.sentences.all())
    for sentence, segment in zip((rows[0], rows[2], rows[3]), segments, strict=True):
        Citation.objects.create(sentence=sentence, position=0, segment=segment)


@pytest.fixture
def work(
    live_server: LiveServer,
    ada: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Work:
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    texts = ("Fresh water is light.", "A harbour froze in 1963.", "Ice is cold.")
    segments = [
        make_segment(track, f"doc#{place}", text)
        for place, text in enumerate(texts, start=1)
    ]
    for name in "abc":
        make_cited(topic, f"hidden-{name}", segments)
    allocation = make_allocation(topic, ada, work="support")
    sign_in(browser_page, "ada")
    browser_page.goto(live_server.url)
    browser_page.click("main a.primary")
    expect(browser_page.locator(".pair.lit")).to_have_count(1)
    return Work(browser_page, allocation)


def test_keys_alone_label_two_responses(work: Work) -> None:
    first = work.here()
    work.lit(0)
    work.type("1")
    work.lit(2)
    work.type("2 3")
    expect(work.page.locator(".complete")).to_be_visible()
    work.position("response 1 of 3 · 3 of 9 labels")
    work.saved()
    assert work.labels(first) == [FULL, PARTIAL, NO]
    work.type("Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    second = work.here()
    assert second != first
    work.type("3 3 1 Enter")
    work.position("response 3 of 3 · 6 of 9 labels")
    work.saved()
    assert work.labels(second) == [NO, NO, FULL]
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
    expect(work.page.locator("h1")).to_have_text("Welcome, ada")
    assert Allocation.objects.get().finished_at is not None


def test_work_goes_on_after_a_reload(work: Work) -> None:
    work.type("1 1 1 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    work.type("2")
    work.saved()
    work.page.reload()
    work.position("response 2 of 3 · 4 of 9 labels")
    work.lit(2)
    work.page.goto(work.page.url.split("/support/")[0] + "/")
    work.position("response 2 of 3 · 4 of 9 labels")
    work.lit(2)


def test_a_label_saved_after_the_next_page_was_made_stands_on_it(work: Work) -> None:
    page = work.page
    ready(page)
    labels, pages = hold(page, "**/api/work/**"), hold(page, page.url)
    work.type("1")
    work.lit(2)
    page.evaluate("location.reload()")
    come(page, lambda: bool(pages and labels), "the page and the label")
    made_before = pages[0].fetch()
    with page.expect_response("**/api/work/**"):
        labels[0].continue_()
    page.unroute("**/api/work/**")
    assert SupportLabel.objects.count() == 1
    pages[0].fulfill(response=made_before)
    expect(page.locator("a.cites .mark").first).to_have_text("full support")
    work.lit(2)
    work.saved()
    work.position("response 1 of 3 · 1 of 9 labels")
    expect(page.locator("#say")).to_have_text("2 of 3 left")
    assert Change.objects.count() == 1


def test_a_label_that_waited_is_drawn_by_a_script_that_comes_late(work: Work) -> None:
    page = work.page
    ready(page)
    labels = hold(page, "**/api/work/**")
    work.type("1")
    work.lit(2)
    scripts = hold(page, "**/support/support.js")
    page.evaluate("location.reload()")
    come(page, lambda: bool(labels and scripts), "the label and the script")
    page.unroute("**/api/work/**")
    expect(page.locator("#sheet")).to_be_visible()
    scripts[0].continue_()
    work.lit(2)
    expect(page.locator("a.cites .mark").first).to_have_text("full support")
    work.saved()
    work.position("response 1 of 3 · 1 of 9 labels")
    assert Change.objects.count() == 1


def test_undo_takes_back_the_last_labels_one_by_one(work: Work) -> None:
    first = work.here()
    work.type("1 2 ArrowUp 3 u u")
    work.lit(2)
    work.saved()
    assert work.labels(first) == [FULL, "", "–"]
    assert list(Change.objects.order_by("pk").values_list("before", "after")) == [
        ("", FULL),
        ("", PARTIAL),
        (PARTIAL, NO),
        (NO, PARTIAL),
        (PARTIAL, ""),
    ]


def test_undo_goes_back_to_the_response_before(work: Work) -> None:
    first = work.here()
    work.type("1 1 1 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    work.type("u")
    work.position("response 1 of 3 · 2 of 9 labels")
    work.lit(3)
    work.saved()
    assert work.here() == first
    assert work.labels(first) == [FULL, FULL, ""]


def test_enter_asks_for_what_was_left_out(work: Work) -> None:
    work.type("1 ArrowDown 1 Enter")
    work.position("response 1 of 3 · 2 of 9 labels")
    work.lit(2)


def test_going_back_shows_the_labels_given(work: Work) -> None:
    work.type("1 2 3 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    work.type("ArrowLeft")
    work.position("response 1 of 3 · 3 of 9 labels")
    expect(work.page.locator("a.cites .mark")).to_have_text(
        ["full support", "partial support", "no support"]
    )
    work.type("ArrowUp Backspace")
    work.position("response 1 of 3 · 2 of 9 labels")
    work.page.go_back()
    work.position("response 2 of 3 · 2 of 9 labels")


def test_words_of_the_sentence_are_found_in_the_passage(work: Work) -> None:
    work.type("h")
    expect(work.page.locator(".pair.lit mark")).to_have_text(["Fresh", "water"])
    work.type("ArrowDown")
    expect(work.page.locator(".pair.lit mark")).to_have_text(["harbour"])
    work.type("h")
    expect(work.page.locator("mark:visible")).to_have_count(0)


def test_the_next_response_waits_and_waiting_is_not_viewing(work: Work) -> None:
    page = work.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    page.reload()
    work.lit(0)
    ready(page)
    waiting = page.locator("#sheet").get_attribute("data-then")
    assert len([each for each in asked if each.endswith(f"{waiting}")]) == 1
    assert not SupportLabel.objects.exists()
    work.type("1 1 1 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    assert len([each for each in asked if each.endswith(f"{waiting}")]) == 1, asked
    work.saved()
    assert Change.objects.count() == 3


def test_no_key_has_two_meanings(work: Work) -> None:
    assert work.page.evaluate("document.documentElement.dataset.keyConflicts") is None
    work.type("1 1 1 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    assert work.page.evaluate("document.documentElement.dataset.keyConflicts") is None


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
    assert work.labels(first) == [NO, "–", "–"]


def test_a_label_waits_through_an_ended_session(work: Work) -> None:
    first = work.here()
    page = work.page
    ready(page)
    page.context.clear_cookies()
    work.type("1")
    dialog = page.locator("#sign-in-again")
    expect(dialog).to_be_visible()
    assert not SupportLabel.objects.exists()
    page.fill("#sign-in-again [name=username]", "ada")
    page.fill("#sign-in-again [name=password]", "ada")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    work.saved()
    assert work.labels(first) == [FULL, "–", "–"]


def test_a_narrow_screen_keeps_the_sentence_over_its_passage(work: Work) -> None:
    work.page.set_viewport_size({"width": 390, "height": 844})
    claim = work.page.locator(".pair.lit .claim")
    expect(claim).to_contain_text(SENTENCES[0])
    expect(work.page.locator("article.read")).to_be_hidden()
    work.type("1")
    expect(claim).to_contain_text(SENTENCES[2])
    wide = work.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390


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
        page.locator(".pair").nth(1).get_by_role("button", name="Partial").click()
        expect(page.locator("#position")).to_have_text(
            "response 1 of 3 · 1 of 9 labels"
        )
    finally:
        context.close()
    assert work.labels(work.here()) == ["–", PARTIAL, "–"]
