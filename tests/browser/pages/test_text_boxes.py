"""What is typed in a text box of a judging page judges nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from assess.judging.models import Change, Remark
from nuggets.models import Edit, GoldAnswer
from runs.models import SubnarrativeEdit
from tests.browser.hands.page import ready
from tests.browser.rooms.campaign import Campaign
from tests.browser.rooms.pages import JUDGING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

# The keys that lead into the text boxes of all screens, and into those of one only.
SHARED = {"terms": ("/",), "talk-text": ("f Tab", "c")}
# Where letters tick, commands have Shift.
TICKING = {"terms": ("/",), "talk-text": ("Shift+F Tab", "Shift+C")}
BOXES = {
    "assess:relevance_item": ("Shift+N",),
    "assess:subnarratives": ("e", "n"),
    "matching:match_pair": ("n",),
    "nuggets:answer": ("Enter",),
    "nuggets:edit": ("e", "n", "s", "ArrowDown m", "+"),
}
TEXT_BOX = (
    "textarea, [contenteditable], input:not([type=hidden]):not([type=checkbox])"
    ":not([type=radio]):not([type=submit])"
)
# By ids or names; those for browsers without script are never shown.
NAMES = """all => all.filter((box) => !box.closest(".plain"))
  .map((box) => box.id || box.name)"""
EMPTY = "() => Object.keys(localStorage).every(key => !key.includes('outbox'))"


def judgments() -> list[int]:
    """Count people's actions in the campaign, except for the words of an answer."""
    rows = (Change, Edit, SubnarrativeEdit, Remark)
    covering = GoldAnswer.objects.exclude(covered=[])
    return [*(each.objects.count() for each in rows), covering.count()]


def names(boxes: Locator) -> set[str]:
    return set(boxes.evaluate_all(NAMES))


def open_box(page: Page, keys: str) -> Locator:
    """Go to a text box by keys, and return it."""
    for key in keys.split():
        page.keyboard.press(key)
    box = page.locator(f":is({TEXT_BOX}):focus")
    expect(box).to_have_count(1)
    return box


@pytest.mark.parametrize("name", JUDGING)
def test_typing_in_every_text_box_judges_nothing(campaign: Campaign, name: str) -> None:
    before = judgments()
    page = campaign.at("bea", name)
    ready(page)
    there, typed = names(page.locator(TEXT_BOX)), set()
    common = TICKING if name == "assess:relevance_item" else SHARED
    shared = [keys for each in sorted(there) for keys in common.get(each, ())]
    for keys in (*shared, *BOXES.get(name, ())):
        box = open_box(page, keys)
        there |= names(page.locator(TEXT_BOX))
        typed |= names(box)
        page.keyboard.type("1 n 2")
        expect(box).to_have_value(re.compile("1 n 2"))
        page.wait_for_function(EMPTY)
        page.keyboard.press("Escape")
        expect(box).to_have_count(0)
    assert there == typed
    assert judgments() == before
