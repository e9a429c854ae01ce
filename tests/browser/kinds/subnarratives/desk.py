"""The page of the review, and the list in the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from playwright.sync_api import expect

from tests.assess.kinds.subnarratives.reviews import Reviewed, texts_of
from tests.browser.hands.page import press, saved

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Desk(NamedTuple):
    """Ada's review, and the page where she does it."""

    page: Page
    made: Reviewed

    def type(self, keys: str) -> None:
        press(self.page, keys)

    def write(self, key: str, words: str) -> None:
        self.page.keyboard.press(key)
        self.page.wait_for_selector("#box-words:focus")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")

    def shows(self, *texts: str) -> None:
        expect(self.page.locator("#parts .text")).to_have_text(list(texts))

    def chosen(self, text: str) -> None:
        row = self.page.locator(".nugget:has(input:focus) .text")
        expect(row).to_have_text(text)

    def saved(self) -> None:
        saved(self.page)

    @property
    def texts(self) -> list[str]:
        return texts_of(self.made.topic)


@contextmanager
def other_window(desk: Desk, **options: Any) -> Iterator[Page]:  # noqa: ANN401
    """Open the same page in another window, signed in as the same person."""
    browser = desk.page.context.browser
    assert browser
    storage: Any = desk.page.context.storage_state()
    context = browser.new_context(storage_state=storage, **options)
    try:
        page = context.new_page()
        page.goto(desk.page.url)
        yield page
    finally:
        context.close()
