"""What the first screen of a page holds, at 1280 × 800: python -m bench.first_screen.

Counts that docs/design.md cites; run it on another commit to compare.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.screenshots import campaign_alone

if TYPE_CHECKING:
    from tests.browser.rooms.campaign import Campaign

TALL = 800  # pixels
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
FULL = """() => Number(Boolean(document.querySelector("main form[role=search]")
  && document.querySelector("main th[scope=col] a, main form[role=search] select")))"""
LETTERS = """(selector) => {
  const keys = [...document.querySelectorAll(selector)].map((key) => key.textContent);
  const gap = keys.findIndex((key, place) => key !== "abcdefghijklmnopqrst"[place]);
  return gap < 0 ? keys.length : gap;
}"""
SPAN = """(selector) => {
  const sides = [...document.querySelectorAll(selector)]
    .map((pane) => pane.getBoundingClientRect());
  return Math.max(...sides.map((side) => side.right))
    - Math.min(...sides.map((side) => side.left));
}"""
LISTS = (
    *("runs:topics", "runs:runs", "runs:segments", "runs:imports", "runs:people"),
    *("assess:allocations", "assess:judges", "nuggets:banks", "exams:banks"),
    *("nuggets:conditions", "assess:threads", "assess:adjudications", "jobs:list"),
    *("assess:snapshots", "assess:archives", "runs:things_away"),
)


class Count(NamedTuple):
    """What is counted on a person's pages; the numbers of several pages are added.

    script: what counts, given a selector. selectors: to try, of different commits.
    """

    title: str
    person: str
    pages: tuple[str, ...]
    script: str
    selectors: tuple[str, ...]
    width: int = 1280


COUNTS = (
    Count(
        "topics visible, home",
        "bea",
        ("home",),
        VISIBLE,
        ("table.inbox tbody tr", ".rows .row"),
    ),
    Count(
        "home's height",
        "bea",
        ("home",),
        "() => document.documentElement.scrollHeight",
        ("main",),
    ),
    Count("nuggets visible", "bea", ("nuggets:edit",), VISIBLE, (".nuggets .nugget",)),
    Count("foot, editor", "bea", ("nuggets:edit",), HEIGHT, (".frame-foot",)),
    Count(
        "foot, relevance", "bea", ("assess:relevance_item",), HEIGHT, (".frame-foot",)
    ),
    Count(
        "foot, support", "bea", ("assess:support_response",), HEIGHT, (".frame-foot",)
    ),
    Count("above the first run", "omar", ("assess:scores",), TOP, (".data tbody tr",)),
    Count("chart's width, rankings", "omar", ("assess:rankings",), WIDE, (".chart",)),
    Count(
        "end of the last chart, settling",
        "omar",
        ("assess:settling",),
        DEPTH,
        (".chart",),
    ),
    Count(
        "figures with interval, overview",
        "omar",
        ("assess:track",),
        VISIBLE,
        (".answers .between", ".first-things .between", "main .between"),
    ),
    Count(
        "entries of navigation",
        "omar",
        ("assess:track",),
        ENTRIES,
        (".places li a", ".tabs li a"),
    ),
    Count("lists searched and sorted or filtered", "omar", LISTS, FULL, ("main",)),
    Count(
        "letters before a gap, relevance",
        "bea",
        ("assess:relevance_item",),
        LETTERS,
        (".ticks kbd", "[name=ticks] ~ kbd"),
    ),
    Count(
        "panes from edge to edge, support",
        "bea",
        ("assess:support_response",),
        SPAN,
        (".frame-context, .frame-item",),
        width=2560,
    ),
)


def main() -> None:
    """Print one line for each count."""
    with campaign_alone() as campaign:
        for count in COUNTS:
            number = sum(_counted(campaign, count, name) for name in count.pages)
            print(f"{count.title:40}{number:8.0f}", flush=True)


def _counted(campaign: Campaign, count: Count, name: str) -> float:
    """Return a number of one page, 0 where nothing is found."""
    from tests.browser.rooms.pages import PAGES, urls_of  # noqa: PLC0415 - with settings

    if name not in PAGES:
        return 0.0  # another commit's
    page = campaign.page(count.person)
    page.set_viewport_size({"width": count.width, "height": TALL})
    page.goto(f"{campaign.server.url}{urls_of(name, campaign.ids)[0]}")
    page.wait_for_load_state("networkidle")
    there = [each for each in count.selectors if page.locator(each).count()]
    return float(page.evaluate(count.script, there[0])) if there else 0.0


if __name__ == "__main__":
    main()
