"""Highlights in a segment in a real browser, stored with its grade."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import User
from assess.judging.kernel.sentences import sentences
from assess.judging.labels.writer import Act
from assess.kinds.relevance.models import RelevanceLabel
from tests.assess.kinds.relevance.highlight_work import (
    TEXT,
    Highlighting,
    make_highlighting,
    span_of,
)
from tests.assess.kinds.relevance.relevance_work import Said, label_relevance
from tests.browser.hands.page import intercept, press, retry, saved
from tests.make import NOW

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def made(transactional_db: None, ada: User) -> Highlighting:
    return make_highlighting(ada)


@pytest.fixture
def page(made: Highlighting, open_page: Callable[[str], Page]) -> Page:
    return open_page(made.page())


def painted(page: Page, pieces: list[str] | int) -> None:
    """Wait until these pieces of the passage are highlighted, or so many."""
    found = page.locator("#passage [data-spans]")
    if isinstance(pieces, int):
        expect(found).to_have_count(pieces)
    else:
        expect(found).to_have_text(pieces, use_inner_text=False)


def drag(page: Page, span: list[int]) -> None:
    box = page.evaluate(
        "async (span) => { const { rangeOf } = await import('/static/texts/spans.js');"
        " const range = rangeOf(document.getElementById('passage'), span);"
        " const box = range.getBoundingClientRect();"
        " return [box.left, box.right, (box.top + box.bottom) / 2]; }",
        span,
    )
    left, right, middle = box
    page.mouse.move(left + 1, middle)
    page.mouse.down()
    page.mouse.move((left + right) / 2, middle)
    page.mouse.move(right - 1, middle)
    page.mouse.up()


def words_of(spans: list[list[int]]) -> list[str]:
    return [TEXT[start:end] for start, end in spans]


def test_sentences_are_highlighted_by_keys_alone(
    page: Page, made: Highlighting
) -> None:
    first, _second, third, fourth = ([*span] for span in sentences(TEXT))
    press(page, "h")
    expect(page.locator("#say")).to_contain_text("Esc ends")
    expect(page.locator("a[data-key=ArrowRight]")).to_be_hidden()
    press(page, "h")
    expect(page.locator("a[data-key=ArrowRight]")).to_be_visible()
    press(page, "h ArrowDown ArrowDown Shift+ArrowDown Enter 2")
    expect(page.locator("#position")).to_have_text("segment 2 of 3 · 1 graded")
    saved(page)
    assert made.details() == {"highlights": [first, [third[0], fourth[1]]]}
    assert page.get_attribute("html", "data-key-conflicts") is None
    painted(page, [])


def test_a_mouse_highlights_the_second_occurrence_and_words_after_emoji(
    page: Page, made: Highlighting
) -> None:
    spans = [span_of("water", 2), span_of("skate on")]
    drag(page, spans[0])
    press(page, "h")
    drag(page, spans[1])
    page.click("[data-more]")
    page.click("[data-act=highlight]")
    saved(page)
    assert made.details() == {"highlights": spans}
    painted(page, words_of(spans))


def test_grade_highlight_grade_again_reload_and_see_one_state(
    page: Page, made: Highlighting
) -> None:
    span = span_of("Boats wait")
    press(page, "2")
    expect(page.locator("#position")).to_have_text("segment 2 of 3 · 1 graded")
    press(page, "ArrowLeft")
    expect(page.locator("#position")).to_have_text("segment 1 of 3 · 1 graded")
    drag(page, span)
    press(page, "h 3")
    expect(page.locator("#position")).to_have_text("segment 2 of 3 · 1 graded")
    saved(page)
    press(page, "ArrowLeft")
    expect(page.locator("#position")).to_have_text("segment 1 of 3 · 1 graded")
    painted(page, ["Boats wait"])
    page.reload()
    painted(page, ["Boats wait"])
    expect(page.locator("button[name=value][value='3']")).to_have_attribute(
        "aria-pressed", "true"
    )
    label = RelevanceLabel.objects.get()
    assert (label.value, label.details) == ("3", {"highlights": [span]})


def test_a_highlight_is_taken_away_and_undone(page: Page, made: Highlighting) -> None:
    press(page, "h h")
    painted(page, 1)
    press(page, "h h")
    painted(page, [])
    press(page, "u")
    painted(page, 1)
    press(page, "u")
    painted(page, [])
    saved(page)
    assert made.details() == {}


def test_those_that_touch_are_one(page: Page, made: Highlighting) -> None:
    for words in ("Salt water", "water freezes late"):
        drag(page, span_of(words))
        press(page, "h")
    saved(page)
    assert made.details() == {"highlights": [span_of("Salt water freezes late")]}
    painted(page, ["Salt water freezes late"])


def test_my_terms_and_highlights_are_shown_together(
    page: Page, made: Highlighting
) -> None:
    drag(page, span_of("Salt water freezes"))
    press(page, "h /")
    page.keyboard.type("water")
    expect(page.locator("#hits")).to_have_text("3 hits")
    assert page.locator("#passage").text_content() == TEXT
    press(page, "Escape")
    drag(page, span_of("skate on water"))
    press(page, "h")
    saved(page)
    spans = [span_of("Salt water freezes"), span_of("skate on water")]
    assert made.details() == {"highlights": spans}
    assert page.locator("#passage mark.mine").count() >= 3


def test_the_server_dies_between_key_and_save(page: Page, made: Highlighting) -> None:
    intercept(page, "**/api/**", lambda route: route.abort())
    drag(page, span_of("Boats wait"))
    press(page, "h")
    expect(page.locator("#save-state")).to_contain_text("Offline")
    page.reload()
    expect(page.locator("#passage [data-spans]")).to_have_text("Boats wait")
    page.unroute("**/api/**")
    retry(page)
    saved(page)
    assert made.details() == {"highlights": [span_of("Boats wait")]}
    assert RelevanceLabel.objects.get().version == 1


def test_a_label_changed_elsewhere_shows_both(page: Page, made: Highlighting) -> None:
    start, end = span_of("skate")
    label_relevance(
        made.work,
        segment=made.segments[0].uuid,
        value="4",
        said=Said(highlights=((start, end),)),
        act=Act(key=made.work.uuid, seen=0),
        now=NOW,
    )
    drag(page, span_of("Boats wait"))
    press(page, "h")
    notice = page.locator("#unsent li")
    expect(notice).to_contain_text("It is now: 4 fully meets, 1 highlight.")
    expect(notice).to_contain_text("highlighted “Boats wait”")
    painted(page, ["skate"])
    page.click("text=Keep mine")
    saved(page)
    painted(page, ["Boats wait"])
    assert made.details() == {"highlights": [span_of("Boats wait")]}
