"""Words in a box, and the drafts that the browser stores of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.hands.page import press
from tests.browser.rooms.seats import Seat

if TYPE_CHECKING:
    from playwright.sync_api import Page

COMMENT, FLAG, NOTE, BOX = "#talk-text", "#talk-text", "#noting textarea", "#box-words"
WORDS = "half a thought"
Sit = Callable[[str], Seat]


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
