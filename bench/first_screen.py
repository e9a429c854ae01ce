"""What the first screen of a page holds, at 1280 × 800: python -m bench.first_screen.

Counts that docs/design.md cites; run it on another commit to compare.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.screenshots import campaign_alone

SIZE = {"width": 1280, "height": 800}
VISIBLE = """(selector) => [...document.querySelectorAll(selector)].filter((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  const list = row.closest(".listing, .frame-item, main").getBoundingClientRect();
  const foot = document.querySelector(".frame-foot")?.getBoundingClientRect();
  const end = Math.min(list.bottom, foot?.top ?? innerHeight, innerHeight);
  return top >= list.top && bottom <= end;
}).length"""
HEIGHT = "(selector) => document.querySelector(selector).offsetHeight"
TOP = "(selector) => document.querySelector(selector).getBoundingClientRect().top"
WIDE = "(selector) => document.querySelector(selector).getBoundingClientRect().width"
DEPTH = """(selector) => [...document.querySelectorAll(selector)].at(-1)
  .getBoundingClientRect().bottom"""
ENTRIES = """(selector) => document.querySelectorAll(selector).length"""


class Count(NamedTuple):
    """What is counted on a person's page; ways: the script, then selectors to try."""

    title: str
    person: str
    page: str
    script: str
    selectors: tuple[str, ...]


COUNTS = (
    Count(
        "topics visible, home",
        "bea",
        "home",
        VISIBLE,
        ("table.inbox tbody tr", ".rows .row"),
    ),
    Count(
        "home's height",
        "bea",
        "home",
        "() => document.documentElement.scrollHeight",
        ("main",),
    ),
    Count("nuggets visible", "bea", "nuggets:edit", VISIBLE, (".nuggets .nugget",)),
    Count("foot, editor", "bea", "nuggets:edit", HEIGHT, (".frame-foot",)),
    Count("foot, relevance", "bea", "assess:relevance_item", HEIGHT, (".frame-foot",)),
    Count("foot, support", "bea", "assess:support_response", HEIGHT, (".frame-foot",)),
    Count("above the first run", "omar", "assess:scores", TOP, (".data tbody tr",)),
    Count("chart's width, rankings", "omar", "assess:rankings", WIDE, (".chart",)),
    Count(
        "end of the last chart, settling", "omar", "assess:settling", DEPTH, (".chart",)
    ),
    Count(
        "figures with interval, overview",
        "omar",
        "assess:track",
        VISIBLE,
        (".answers .between", ".first-things .between"),
    ),
    Count(
        "entries of navigation",
        "omar",
        "assess:track",
        ENTRIES,
        (".places li a", ".tabs li a"),
    ),
)


def main() -> None:
    """Print one line for each count."""
    from tests.browser.rooms.pages import urls_of  # noqa: PLC0415 - after the settings

    with campaign_alone() as campaign:
        for title, person, name, script, selectors in COUNTS:
            page = campaign.page(person)
            page.set_viewport_size(SIZE)  # type: ignore[arg-type]
            address = urls_of(name, campaign.ids)[0]
            page.goto(f"{campaign.server.url}{address}")
            page.wait_for_load_state("networkidle")
            there = [each for each in selectors if page.locator(each).count()]
            print(f"{title:32}{page.evaluate(script, there[0]):8.0f}")


if __name__ == "__main__":
    main()
