"""Features of every judging screen: undo, the end, the keys, announcements."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.guidelines.actions import write_guideline
from assess.judging.models import Allocation, Change, Guideline, Thread
from tests.browser.hands.at_page import (
    press,
    ready,
    saved,
    still,
    turned,
    with_clock,
)
from tests.browser.hands.judging import (
    BY_KIND,
    IN_SHEETS,
    LABEL,
    Work,
    label_the_rest,
    make_work,
    open_work,
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


@pytest.fixture(params=BY_KIND)
def work(
    request: pytest.FixtureRequest,
    live_server: LiveServer,
    ada: User,
    omar: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Work:
    browser_page.set_viewport_size({"width": 1280, "height": 800})
    sign_in(browser_page, "ada")
    return open_work(make_work(request.param, ada, omar), live_server, browser_page)


def last_change() -> tuple[int, str, str]:
    change = Change.objects.latest("pk")
    return change.label_id, change.before, change.after


def in_sheets(work: Work) -> bool:
    return work.allocation.work != "relevance"


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
    expect(page.locator("#save-state")).to_contain_text("NOT saved")
    work.type("f 1 Enter")
    expect(page.locator("#save-state")).to_contain_text("2 waiting")
    page.context.set_offline(False)
    work.saved()
    heard = page.evaluate("heard['live-state']")
    assert [words.split(",")[0].split(":")[0] for words in heard] == [
        "NOT saved",
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
    work.type("r Enter")
    expect(page.locator('[data-act="return"]')).to_be_visible()
    assert foot(page) == place
    page.context.set_offline(True)
    work.type("f 1 Enter")
    expect(page.locator("#save-state")).to_contain_text("NOT saved")
    assert (foot(page), head(page)) == (place, top)
