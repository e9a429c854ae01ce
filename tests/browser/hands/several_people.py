"""Several people in turn in one browser, on their way through the pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from runs.places import PLACES
from tests.browser.hands.page import press
from tests.stacks.browser import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

PASSWORD = "long-enough-to-keep"


class Walk:
    """Several people in turn in one browser."""

    def __init__(self, page: Page, server: str) -> None:
        self.page = page
        self.server = server

    def sign_in(self, name: str, password: str = PASSWORD) -> None:
        self.page.goto(f"{self.server}/accounts/sign-in/")
        self.page.fill("main [name=username]", name)
        self.page.fill("main [name=password]", password)
        self.page.click("main button.primary")

    def sign_out(self) -> None:
        self.page.click(".self button:has-text('Sign out')")
        self.page.wait_for_selector("main [name=password]")

    def tab(self, name: str) -> None:
        """Open a page of the track, by its place if that is another one."""
        place = next(
            place.title
            for place in PLACES
            if name in {page.title for page in place.pages}
        )
        self.page.click(f"nav.places a:text-is('{place}')")
        if name != place:
            self.page.click(f"nav.tabs a:text-is('{name}')")

    def pick(self, name: str, option: str, *, within: str = "main") -> None:
        """Select the option of a field whose text contains these words."""
        box = self.page.locator(f"{within} select[name={name}]").first
        value = box.locator("option", has_text=option).first.get_attribute("value")
        box.select_option(value)

    def import_file(self, title: str, path: Path, **fields: str) -> None:
        self.tab("Imports")
        self.page.click("a:has-text('Import a file')")
        self.page.click(f"main .rows a:text-is('{title}')")
        self.page.set_input_files("[name=file]", path)
        for name, value in fields.items():
            box = self.page.locator(f"[name={name}]")
            if box.evaluate("box => box.tagName") == "SELECT":
                box.select_option(value)
            else:
                box.fill(value)
        self.page.click("main button.primary")
        expect(self.page.locator("main [role=status]").first).to_contain_text(
            "Accepted"
        )

    def wait_for_job(self) -> None:
        expect(self.page.locator(".job").first).to_contain_text(
            "done", timeout=2 * PATIENCE
        )

    def press(self, keys: str) -> None:
        press(self.page, keys)
