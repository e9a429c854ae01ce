"""Unsent words: stored on the machine, counted, offered, restored."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Remark, Thread
from runs.models import Membership, Segment
from tests.browser.hands.at_page import press, ready
from tests.browser.rooms.desk import Desk
from tests.browser.rooms.seats import Seat, make_seat

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Dialog, Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
COMMENT, FLAG, NOTE, BOX = "#talk-text", "#talk-text", "#noting textarea", "#box-words"
# For each box of a judging screen: the work, the key that opens it, and its field.
BOXES = [
    ("relevance", "c", COMMENT, "Comment on “doc#"),
    ("relevance", "f", FLAG, "Flag on “doc#"),
    ("relevance", "n", NOTE, "Note on doc#"),
    ("disputed_relevance", "n", NOTE, "Note on "),
    ("support", "c", COMMENT, "Comment on “"),
    ("assignment", "f", FLAG, "Flag on “"),
    ("ptkb", "c", COMMENT, "Comment on “"),
    ("nuggets", "n", BOX, "New nugget"),
    ("nuggets", "e", BOX, "Rewording of “"),
    ("subnarratives", "n", BOX, "New sub-narrative"),
    ("subnarratives", "e", BOX, "Rewording of “"),
    ("spans", "c", COMMENT, "Comment on “"),
    ("answers", "c", COMMENT, "Comment on “"),
]
WORDS = "half a thought"
Sit = Callable[[str], Seat]


@pytest.fixture
def sit(live_server: LiveServer, db: None, browser_context: BrowserContext) -> Sit:
    return lambda kind: make_seat(kind, live_server.url, browser_context)


def write(page: Page, key: str, field: str, words: str = WORDS) -> None:
    press(page, key)
    expect(page.locator(field)).to_be_visible()
    page.focus(field)
    press(page, "Control+a")
    page.keyboard.type(words)


def says(page: Page, words: str) -> None:
    expect(page.locator("#save-state")).to_contain_text(words)


def says_no(page: Page, words: str) -> None:
    expect(page.locator("#save-state")).not_to_contain_text(words)


def stored(page: Page) -> int:
    names = "Object.keys(localStorage).filter((name) => name.includes('.words.'))"
    count: int = page.evaluate(f"{names}.length")
    return count


@pytest.mark.parametrize(("kind", "key", "field", "what"), BOXES)
def test_words_outlast_the_tab_and_are_offered_anywhere(
    sit: Sit, live_server: LiveServer, kind: str, key: str, field: str, what: str
) -> None:
    seat = sit(kind)
    write(seat.page, key, field)
    says(seat.page, "1 unsent note")
    home = seat.page.context.new_page()
    seat.page.close()
    home.goto(live_server.url)
    home.get_by_role("button", name="1 unsent note").click()
    drafts = home.locator("#drafts")
    expect(drafts.locator("li")).to_have_count(1)
    expect(drafts).to_contain_text(what)
    expect(drafts).to_contain_text(WORDS)
    drafts.get_by_role("link", name="Go to its page").click()
    ready(home)
    home.wait_for_selector("[data-focus], #editor [name=nugget]:checked")
    press(home, key)
    expect(home.locator(field)).to_have_value(WORDS)
    home.focus(field)
    press(home, "Enter")
    says_no(home, "unsent")
    assert stored(home) == 0


# Once the task that deletes drafts is over, the words are in the outbox.
PUT_AWAY = """() => {
  const remove = Storage.prototype.removeItem;
  const waits = () =>
    Object.keys(localStorage).some((name) => name.includes('.outbox.'));
  Storage.prototype.removeItem = function (name) {
    remove.call(this, name);
    if (name.includes('.words.')) queueMicrotask(() => (window.waited = waits()));
  };
}"""


@pytest.mark.parametrize(("kind", "key", "field", "what"), BOXES)
def test_words_are_put_away_only_when_they_wait_to_be_sent(
    sit: Sit, kind: str, key: str, field: str, what: str
) -> None:
    page = sit(kind).page
    write(page, key, field)
    says(page, "1 unsent note")
    page.evaluate(PUT_AWAY)
    press(page, "Enter")
    page.wait_for_function("() => 'waited' in window")
    held: bool = page.evaluate("window.waited")
    assert held, f"{what}: for a moment its words were nowhere"
    says_no(page, "unsent")


def test_a_flags_reason_is_stored_with_its_words(sit: Sit) -> None:
    page = sit("relevance").page
    press(page, "f 2")
    page.focus(FLAG)
    page.keyboard.type(WORDS)
    page.reload()
    ready(page)
    press(page, "f")
    expect(page.locator("[name=reason]").nth(1)).to_be_checked()


@pytest.fixture
def flags(
    sit: Sit, omar: User, live_server: LiveServer, sign_in: Callable[[Page, str], None]
) -> Page:
    """The organizer's page of flags, on which one waits for a reply."""
    seat = sit("relevance")
    track = seat.work.track
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    item = Segment.objects.earliest("pk").uuid
    thread = Thread.objects.create(allocation=seat.work, item=str(item), about="Salt")
    flag = {"thread": thread, "kind": Remark.FLAG, "author": seat.person}
    Remark.objects.create(**flag, at=timezone.now(), key=uuid4())
    page = seat.page
    page.goto("about:blank")
    page.context.clear_cookies()
    sign_in(page, "omar")
    page.goto(f"{live_server.url}/tracks/{track.uuid}/threads/")
    return page


def test_an_organizer_s_answer_outlasts_the_tab_until_it_arrived(flags: Page) -> None:
    address, answer = flags.url, "form.answer textarea"
    flags.locator(answer).fill(WORDS)
    says(flags, "1 unsent note")
    again = flags.context.new_page()
    flags.close()
    again.goto(address)
    expect(again.locator(answer)).to_have_value(WORDS)
    says(again, "1 unsent note")
    # The connection is lost when it is sent: nothing arrived, nothing is lost.
    again.route("**/answer/", lambda route: route.abort())
    again.get_by_role("button", name="Answer", exact=True).click()
    again.unroute("**/answer/")
    again.goto(address)
    expect(again.locator(answer)).to_have_value(WORDS)
    again.get_by_role("button", name="Answer", exact=True).click()
    expect(again.get_by_text("Answered: Salt")).to_be_visible()
    expect(again.locator(answer)).to_have_value("")
    says_no(again, "unsent")
    assert stored(again) == 0
    assert Remark.objects.filter(kind=Remark.ANSWER).get().text == WORDS


def test_an_answer_whose_reply_was_lost_counts_once(flags: Page) -> None:
    address, answer = flags.url, "form.answer textarea"
    flags.locator(answer).fill(WORDS)

    def lose(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    flags.route("**/answer/", lose)
    with flags.expect_event("requestfailed"):
        flags.get_by_role("button", name="Answer", exact=True).click()
    flags.unroute("**/answer/")
    flags.goto(address)
    expect(flags.locator(answer)).to_have_value(WORDS)
    flags.get_by_role("button", name="Answer", exact=True).click()
    expect(flags.locator(answer)).to_have_value("")
    says_no(flags, "unsent")
    assert Remark.objects.filter(kind=Remark.ANSWER).count() == 1


def test_what_is_discarded_can_be_had_back(sit: Sit) -> None:
    page = sit("relevance").page
    write(page, "c", COMMENT)
    page.get_by_role("button", name="Discard").click()
    says(page, "Comment on “doc#")
    says(page, "discarded.")
    says_no(page, "unsent")
    assert stored(page) == 0
    page.get_by_role("button", name="Undo", exact=True).click()
    says(page, "1 unsent note")
    says_no(page, "discarded")
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
    page.locator("#drafts").get_by_role("button", name="Discard").click()
    expect(page.locator("#drafts")).to_be_hidden()
    page.get_by_role("button", name="Undo", exact=True).click()
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


def test_a_full_storage_is_told_and_leaving_asks_first(sit: Sit) -> None:
    page = sit("relevance").page
    page.evaluate(FULL)
    write(page, "c", COMMENT)
    says(page, "storage is full or closed: keep this page open")
    says(page, "1 unsent note")
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
    says_no(page, "storage is full")
    says_no(page, "unsent")


MANY = """() => {
  const person = document.querySelector("meta[name=assay-user]").content;
  for (let place = 0; place < 200; place += 1) {
    const draft = { text: "t", what: "w", page: "/", made: "2026-01-01T00:00:00Z" };
    localStorage.setItem(`assay.words.${person}.${place}`, JSON.stringify(draft));
  }
  localStorage.setItem(`assay.words.${person}.broken`, "{");
}"""


def test_the_two_hundred_and_first_is_told_and_kept_with_the_page(sit: Sit) -> None:
    page = sit("relevance").page
    page.evaluate(MANY)
    page.reload()
    ready(page)
    says(page, "200 unsent notes")
    write(page, "c", COMMENT)
    says(page, "201 unsent notes")
    says(page, "keep this page open")
    assert stored(page) == 201  # the broken one is not counted
    press(page, "Enter")
    says(page, "200 unsent notes")
    says_no(page, "keep this page open")


def test_a_discarded_label_can_be_had_back(
    at_desk: Page, desk: Desk, send: Callable[..., str]
) -> None:
    desk.wrong = [(409, {"version": 7, "detail": "It was changed."})]
    send(at_desk, words="support for “Salt”")
    unsent = at_desk.locator("#unsent li")
    unsent.get_by_role("button", name="Discard mine").click()
    expect(unsent).to_have_count(0)
    says(at_desk, "Not saved and discarded: support for “Salt”.")
    at_desk.get_by_role("button", name="Undo", exact=True).click()
    expect(unsent).to_have_count(1)
    says(at_desk, "NOT saved: 1 for you to decide.")
    with at_desk.expect_response("**/desk/label/") as sent:
        unsent.get_by_role("button", name="Keep mine").click()
    assert sent.value.ok
    assert len(desk.taken) == 1


def test_a_key_that_was_used_before_goes_out_again_under_another(
    at_desk: Page, desk: Desk, send: Callable[..., str]
) -> None:
    said = "This key came before, with another request. Nothing changed."
    desk.wrong = [(422, {"key": [said]})]
    key = send(at_desk)
    unsent = at_desk.locator("#unsent li")
    expect(unsent).to_contain_text(said)
    says(at_desk, "NOT saved: 1 for you to decide.")
    unsent.get_by_role("button", name="Try again").click()
    expect(unsent).to_have_count(0)
    expect(at_desk.locator("#save-state")).to_have_text(re.compile(r"^saved \d"))
    (taken,) = desk.taken
    assert taken["key"] != key
