"""What tests do at the nugget list: write in its boxes, wait for the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.hands.page import press

if TYPE_CHECKING:
    from playwright.sync_api import Page


def settled(page: Page, revision: int) -> None:
    page.wait_for_selector(f"#editor[data-seen='{revision}']", state="attached")
    page.wait_for_function(
        "() => !document.querySelector('.htmx-settling, .htmx-swapping')"
    )


def focused(page: Page) -> str:
    text: str = page.evaluate(
        "document.activeElement.closest('.nugget')?.querySelector('.text').textContent"
    )
    return text


def focus_is_on(page: Page, text: str) -> None:
    """Wait until a nugget has the focus."""
    row = page.locator(".nugget:focus-within .text")
    expect(row).to_have_text(text)


def open_box(page: Page, key: str) -> None:
    press(page, key)
    page.wait_for_selector("#box-words:focus")


def write(page: Page, key: str, words: str) -> None:
    open_box(page, key)
    press(page, "Control+a")
    page.keyboard.type(words)
    press(page, "Enter")
