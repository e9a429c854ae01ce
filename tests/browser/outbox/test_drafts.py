"""Unsent words: stored on the machine, counted, offered, restored."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.hands.page import press, ready
from tests.browser.outbox.drafts import (
    BOX,
    COMMENT,
    FLAG,
    NOTE,
    WORDS,
    Sit,
    says,
    says_no,
    stored,
    write,
)

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

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
    drafts = home.locator("#waiting")
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


# Each box whose script sends the words itself.
SENT_BY = {("relevance", COMMENT), ("relevance", NOTE), ("nuggets", BOX)}


@pytest.mark.parametrize(
    ("kind", "key", "field", "what"),
    [
        pytest.param(
            *box, marks=() if (box[0], box[2]) in SENT_BY else pytest.mark.broad
        )
        for box in BOXES
    ],
)
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
