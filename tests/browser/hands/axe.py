"""axe-core in a page, and what it finds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.rooms.pages import JUDGING

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = (
    Path(__file__).resolve().parents[2] / "vendor" / "axe-core" / "axe.min.js"
).read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERY_RULE = {"type": "tag", "values": TAGS}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
RUN = """async (only) => {
  const whole = {include: [["html"]]};
  const how = {runOnly: only, resultTypes: ["violations"]};
  const {violations} = await axe.run(whole, how);
  return violations.flatMap(({id, nodes}) => nodes.map(
    ({target, failureSummary}) => [id, target.join(" "), failureSummary].join(" | ")));
}"""
NARROW, TWICE = (320, 568), (640, 400)  # CSS pixels: 400 % and 200 % of 1280 by 800
# The others are for make test-broad: one page represents all with the same layout.
ONE_JUDGING = (
    JUDGING[0],
    *(pytest.param(name, marks=pytest.mark.broad) for name in JUDGING[1:]),
)


def axe(page: Page, only: dict[str, Any] = EVERY_RULE) -> list[str]:
    """Return what axe-core finds: rule, place and reason of each violation."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(RUN, only)
    return found
