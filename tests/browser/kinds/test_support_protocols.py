"""Checking the citations of a Markdown response by keys, in both protocols."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Allocation, Judge
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.models import SupportLabel
from runs.models import Citation, Segment, Topic
from tests.browser.hands.page import held_up, hold, press, ready
from tests.make import (
    make_allocation,
    make_bank,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
FULL, PARTIAL, NO = "full_support", "partial_support", "no_support"
NEEDS_NONE = "no_citation_needed"
ARABIC = "يتجمد الماء العذب أولا."
ANSWER = (
    "## What freezes first",
    "- Fresh water **floats on salt.",
    "Harbours** freeze first.",
    "| place | when |",
    "|---|---|",
    "| shore | `first` |",
    ARABIC,
    "I hope this helps!",
)
CITING = (1, 2, 5, 6, 7)  # places of the sentences that cite


class Work(NamedTuple):
    """Ada's work, and the page where she does it."""

    page: Page
    allocation: Allocation

    def type(self, keys: str) -> None:
        press(self.page, keys)

    def position(self, words: str) -> None:
        expect(self.page.locator("#position")).to_have_text(words)

    def lit(self) -> Locator:
        return self.page.locator("#answer [data-sentence].lit")

    def finish(self) -> None:
        """Expect the end of the work, and finish it."""
        expect(self.page.locator("h1")).to_have_text("Every label is given")
        self.page.wait_for_selector("button[data-key=Enter]")
        self.page.keyboard.press("Enter")
        self.page.wait_for_url(re.compile(r"^http://[^/]+/$"))
        self.allocation.refresh_from_db()
        assert self.allocation.finished_at

    def labels(self) -> list[tuple[str, str]]:
        found = SupportLabel.objects.filter(
            judge__kind=Judge.PERSON, round=self.allocation.round
        ).order_by("citation__sentence__position")
        return [(label.value, label.details.get("shown", "–")) for label in found]


def make_answer(topic: Topic, segments: list[Segment]) -> None:
    response = make_response(make_run(topic.track, "hidden"), topic, ANSWER)
    rows = list(response.sentences.all())
    Citation.objects.bulk_create(
        Citation(sentence=rows[place], position=0, segment=segment)
        for place, segment in zip(CITING, segments, strict=True)
    )


@pytest.fixture
def topic(ada: User) -> Topic:
    """A topic with one response, in a track that asks what needs a citation."""
    track = make_track(profile="rag24", assessors=[ada])
    topic = make_topic(track)
    segments = [
        make_segment(track, f"doc#{place}", f"Fresh water in winter number {place}.")
        for place in range(len(CITING))
    ]
    Segment.objects.filter(docid="doc#0").update(title="On the freezing of harbours")
    make_answer(topic, segments)
    return topic


@pytest.fixture
def begin(
    live_server: LiveServer, browser_page: Page, sign_in: Callable[[Page, str], None]
) -> Callable[[Allocation], Work]:
    """Return a function that goes to a work by keys."""

    def go(allocation: Allocation) -> Work:
        sign_in(browser_page, "ada")
        browser_page.goto(live_server.url)
        browser_page.locator("main a.primary").focus()
        browser_page.keyboard.press("Enter")
        browser_page.wait_for_selector("#sheet .lit")
        return Work(browser_page, allocation)

    return go


@pytest.fixture
def scratch(topic: Topic, ada: User, begin: Callable[[Allocation], Work]) -> Work:
    return begin(make_allocation(topic, ada, work="support"))


@pytest.fixture
def over_a_model(topic: Topic, ada: User, begin: Callable[[Allocation], Work]) -> Work:
    model = make_judge(topic.track, "hidden-model", kind=Judge.MODEL)
    citations = Citation.objects.order_by("sentence__position")
    for citation, value in zip(citations, (FULL, FULL, PARTIAL, NO), strict=False):
        make_label(SUPPORT, model, citation, value=value)
    allocation = make_allocation(topic, ada, work="support")
    Allocation.objects.update(round=1, shown=model)
    allocation.refresh_from_db()
    return begin(allocation)


def test_from_scratch_start_to_finish_by_keys(scratch: Work) -> None:
    page = scratch.page
    expect(page.locator(".pair.lit h2")).to_have_text("On the freezing of harbours")
    expect(page.locator(".shown")).to_have_count(0)
    expect(scratch.lit()).to_have_text(["Fresh water ", "floats on salt."])
    scratch.type("1")
    expect(scratch.lit()).to_have_text(["Harbours", " freeze first."])
    scratch.type("2")
    expect(scratch.lit()).to_have_text(["shore", "first"])
    scratch.type("3")
    expect(scratch.lit()).to_have_text([ARABIC])
    assert scratch.lit().evaluate("each => getComputedStyle(each).unicodeBidi") == (
        "isolate"
    )
    claim = page.locator(".pair.lit blockquote")
    assert claim.evaluate("each => getComputedStyle(each).direction") == "rtl"
    scratch.type("1")
    expect(scratch.lit()).to_have_text(["I hope this helps!"])
    scratch.type("0")
    scratch.position("response 1 of 1 · 5 of 5 labels")
    expect(page.locator("#answer a.cites .mark").last).to_have_text("needs no citation")
    scratch.type("Enter")
    scratch.finish()
    assert scratch.labels() == [
        (value, "–") for value in (FULL, PARTIAL, NO, FULL, NEEDS_NONE)
    ]


def test_over_a_models_labels_start_to_finish_by_keys(over_a_model: Work) -> None:
    work, page = over_a_model, over_a_model.page
    proposed = page.locator(".labels .proposed")
    expect(page.locator(".pair.lit .shown")).to_contain_text(
        "The model says: full support"
    )
    expect(proposed).to_contain_text("Full support")
    expect(proposed).to_have_attribute("aria-pressed", "false")
    work.position("response 1 of 1 · 0 of 5 labels")
    work.type("Enter")
    work.position("response 1 of 1 · 1 of 5 labels")
    work.type("2")
    expect(proposed).to_contain_text("Partial support")
    work.type("2 Enter")
    work.position("response 1 of 1 · 4 of 5 labels")
    expect(page.locator(".pair.lit .shown")).to_have_text(
        "The model gave no label here."
    )
    expect(proposed).to_have_count(0)
    work.type("Enter")
    work.position("response 1 of 1 · 4 of 5 labels")
    work.type("0 Enter")
    work.finish()
    assert work.labels() == [
        (FULL, FULL),
        (PARTIAL, FULL),
        (PARTIAL, PARTIAL),
        (NO, NO),
        (NEEDS_NONE, ""),
    ]


def test_a_label_taken_back_is_proposed_again(over_a_model: Work) -> None:
    work = over_a_model
    proposed = work.page.locator(".labels .proposed")
    work.type("3 ArrowUp")
    expect(work.page.locator('.labels [aria-pressed="true"]')).to_contain_text(
        "No support"
    )
    expect(proposed).to_have_count(0)
    work.type("Backspace")
    expect(proposed).to_contain_text("Full support")
    work.type("Enter u")
    expect(proposed).to_contain_text("Full support")
    work.position("response 1 of 1 · 0 of 5 labels")


def test_no_key_has_two_meanings(over_a_model: Work) -> None:
    page = over_a_model.page
    twice = """async () => {
      (await import('/static/components/keys.js')).check();
      return document.documentElement.dataset.keyConflicts ?? "";
    }"""
    for _ in range(6):
        assert page.evaluate(twice) == ""
        over_a_model.type("1")


def test_the_plain_text_is_one_key_away_and_remembered(scratch: Work) -> None:
    page = scratch.page
    expect(page.locator("#answer h4")).to_have_text("1What freezes first")
    expect(page.locator("#answer table")).to_be_visible()
    scratch.type("1 p")
    expect(page.locator("#answer table")).to_have_count(0)
    expect(page.locator("#answer .sentences > li")).to_have_count(len(ANSWER))
    expect(page.locator("#answer li.lit .sentence")).to_have_text(ANSWER[2])
    expect(page.locator("#answer a.cites .mark").first).to_have_text("full support")
    scratch.type("2")
    expect(page.locator("#answer li.lit .sentence")).to_have_text(ANSWER[5])
    page.reload()
    expect(page.locator("#answer li.lit .sentence")).to_have_text(ANSWER[5])
    expect(page.locator("#answer table")).to_have_count(0)
    scratch.type("p")
    expect(page.locator("#answer table")).to_be_visible()
    expect(scratch.lit()).to_have_text(["shore", "first"])
    expect(page.locator("#answer a.cites .mark").nth(1)).to_have_text("partial support")
    page.reload()
    expect(page.locator("#answer table")).to_be_visible()


def test_a_reading_kept_after_the_next_page_was_made_holds_there(
    scratch: Work,
) -> None:
    page = scratch.page
    ready(page)
    kept = page.get_attribute("meta[name=assay-reading]", "content")
    choices, pages = hold(page, f"**{kept}"), hold(page, page.url)
    scratch.type("p")
    held_up(page, choices, 1)
    page.evaluate("location.reload()")
    made_before = held_up(page, pages, 1).fetch()
    with page.expect_response(f"**{kept}"):
        choices[0].continue_()
    page.unroute(f"**{kept}")
    pages[0].fulfill(response=made_before)
    expect(page.locator("#answer .sentences")).to_be_visible()
    expect(page.locator("#answer table")).to_have_count(0)


def test_a_table_is_never_wider_than_its_answer(scratch: Work) -> None:
    page = scratch.page
    page.set_viewport_size({"width": 320, "height": 800})
    page.locator(".drawer > summary").click()
    expect(page.get_by_role("region", name="Table 1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_nuggets_words_are_found_in_both_readings(
    topic: Topic, ada: User, begin: Callable[[Allocation], Work]
) -> None:
    bank = make_bank(topic.track)
    make_version(bank, topic, ["fresh water floats", "the shore freezes"])
    work = begin(make_allocation(topic, ada, bank))
    marks = work.page.locator("#answer mark")
    work.type("h")
    expect(marks).to_have_text(["Fresh", "water", "floats"])
    expect(work.page.locator("#answer li strong mark")).to_have_text(["floats"])
    work.type("p")
    expect(work.page.locator("#answer .sentences mark")).to_have_text(
        ["Fresh", "water", "floats"]
    )
    work.type("ArrowDown p")
    expect(work.page.locator("#answer td mark")).to_have_text(["shore"])
    work.type("h")
    expect(marks).to_have_count(0)
