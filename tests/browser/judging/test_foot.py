"""The foot of a judging screen: one row, or with all its keys once it is pinned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.hands.page import preferred, press
from tests.browser.hands.sheets import Work
from tests.browser.judging.test_sheets import work

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
__all__ = ("work",)  # the fixture


def height(foot: Locator) -> float:
    box = foot.bounding_box()
    assert box
    return box["height"]


def pinned(page: Page) -> str | None:
    return page.locator("html").get_attribute("data-foot")


def test_a_pinned_foot_is_kept_for_the_person(work: Work) -> None:
    page, foot = work.page, work.page.locator(".frame-foot")
    folded = height(foot)
    press(page, ";")
    expect(page.locator("html")).to_have_attribute("data-foot", "pinned")
    assert height(foot) > folded
    preferred(page)
    page.reload()
    work.lit(0)
    assert pinned(page) == "pinned"
    press(page, ";")
    expect(page.locator("html")).not_to_have_attribute("data-foot", "pinned")
    assert height(foot) == folded
    preferred(page)
    page.reload()
    work.lit(0)
    assert pinned(page) is None


def test_a_folded_key_works_and_shows_while_it_has_the_focus(work: Work) -> None:
    page = work.page
    flag = page.locator(".frame-foot [data-act=flag]")
    assert hidden(flag)
    for _ in range(60):
        press(page, "Tab")
        if flag.evaluate("button => button === document.activeElement"):
            break
    expect(flag).to_be_focused()
    assert not hidden(flag)
    press(page, "Tab")
    expect(flag).not_to_be_focused()
    assert hidden(flag)
    press(page, "f")
    expect(page.locator("dialog[open]")).to_be_visible()


def hidden(button: Locator) -> bool:
    """Return whether a button is there for screen readers alone."""
    box = button.bounding_box()
    return box is not None and box["width"] <= 1
