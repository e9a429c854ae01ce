"""What every judging screen speaks, folds, fetches and keeps in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from playwright.sync_api import expect

from accounts.models import User
from assess.judging.guidelines.actions import write_guideline
from assess.judging.models import Guideline
from tests.browser.hands.judging import IN_SHEETS, LABEL, Work, in_sheets
from tests.browser.hands.page import (
    last_labels,
    ready,
    still,
    turned,
    with_clock,
)
from tests.make import NOW

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

LISTEN = """() => {
  window.heard = { live: [], "live-state": [] };
  for (const name of Object.keys(heard)) {
    const region = document.getElementById(name);
    const hear = () => region.textContent && heard[name].push(region.textContent);
    new MutationObserver(hear).observe(region, { childList: true });
  }
}"""


def test_guidelines_are_one_key_away_and_read_once_opened(
    work: Work, omar: User
) -> None:
    track, kind = work.allocation.track, work.allocation.work
    write_guideline(track, kind, "Be **fair**.", seen=0, by=omar, now=NOW)
    page = work.page
    page.reload()
    ready(page)
    expect(page.locator("#guidelines summary")).to_contain_text("not read yet")
    work.type("l")
    expect(page.locator("#guidelines strong")).to_be_visible()
    expect(page.locator("#guidelines .tag")).to_have_count(0)
    assert Guideline.objects.get().readers.count() == 1
    work.type("l")
    expect(page.locator("#guidelines strong")).to_be_hidden()
    work.no_conflicts()


def test_a_saved_label_is_not_spoken_over_the_next_item(work: Work) -> None:
    page = work.page
    page.evaluate(LISTEN)
    work.type(LABEL[work.allocation.work])
    work.saved()
    page.wait_for_function("heard.live.length")
    turned(page)
    heard = cast("dict[str, list[str]]", page.evaluate("heard"))
    assert heard["live-state"] == []
    assert heard["live"]
    assert "saved" not in " ".join(heard["live"])
    work.type("u")
    expect(page.locator("#live")).to_contain_text("Undone: ")
    work.saved()
    turned(page)
    assert page.evaluate("heard.live").pop().startswith("Undone: ")


def test_trouble_and_its_end_are_spoken_once(work: Work) -> None:
    page = work.page
    page.evaluate(LISTEN)
    page.context.set_offline(True)
    work.type("f 2 Enter")
    expect(page.locator("#save-state")).to_contain_text("Offline")
    work.type("f 1 Enter")
    expect(page.locator("#save-state")).to_contain_text("2 kept here")
    page.context.set_offline(False)
    work.saved()
    heard = page.evaluate("heard['live-state']")
    assert [words.split(",")[0].split(":")[0] for words in heard] == [
        "Not saved",
        "Saved again",
    ]


@pytest.mark.parametrize("work", IN_SHEETS, indirect=True)
def test_the_topic_folds_after_the_first_response(work: Work) -> None:
    page, topic = work.page, work.page.locator("details.narrative")
    expect(topic).to_have_attribute("open", "")
    first = page.url
    work.type("ArrowRight")
    expect(page).not_to_have_url(first)
    expect(topic).not_to_have_attribute("open", "")
    page.goto(first)
    expect(topic).not_to_have_attribute("open", "")
    page.evaluate("sessionStorage.clear()")
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    expect(topic).not_to_have_attribute("open", "")


def test_the_next_page_is_fetched_after_the_label_is_saved(work: Work) -> None:
    with with_clock(work.page) as page:
        asked = fetches_of(page)
        label_a_page(work._replace(page=page))
        page.clock.fast_forward(10_000)  # nothing is fetched late, or again
        turned(page)
    assert asked[0] == "POST"
    assert asked.count("GET") <= 1


def fetches_of(page: Page) -> list[str]:
    """Return the requests of a page's scripts: GET at the start, POST at the end."""
    asked: list[str] = []

    def note(request: Request, method: str) -> None:
        if (request.resource_type, request.method) == ("fetch", method):
            asked.append(method)

    page.on("request", lambda request: note(request, "GET"))
    page.on("requestfinished", lambda request: note(request, "POST"))
    return asked


def label_a_page(work: Work) -> None:
    """Label all of the current page, and go to the next one."""
    page = work.page
    work.type(LABEL[work.allocation.work])
    if in_sheets(work):
        while page.locator("#sheet .lit:is(.pair, .nugget)").count():
            work.type(LABEL[work.allocation.work])
        work.type("Enter")
    work.saved()


def foot(page: Page) -> float:
    box = page.locator(".frame-foot .labels button").first.bounding_box()
    assert box
    return box["y"]


def head(page: Page) -> float:
    box = page.locator(".frame-item").bounding_box()
    assert box
    return box["y"]


def test_the_labels_stay_in_their_place(work: Work) -> None:
    page = work.page
    place, top = foot(page), head(page)
    work.type("Enter")
    still(page)
    assert foot(page) == place
    work.type("/")
    work.say("salt, water")
    work.type("Enter w")
    expect(page.locator("#hits")).to_contain_text("hit")
    assert foot(page) == place
    work.type(LABEL[work.allocation.work])
    last_labels(page)
    work.type("Enter")
    expect(page.locator('[data-act="return"]')).to_be_visible()
    assert foot(page) == place
    page.context.set_offline(True)
    work.type("f 1 Enter")
    expect(page.locator("#save-state")).to_contain_text("Offline")
    assert (foot(page), head(page)) == (place, top)
