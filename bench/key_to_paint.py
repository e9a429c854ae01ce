"""Measure how long after a key press the next item is painted, in a real browser.

Run from the project's root: .venv/bin/python -m bench.key_to_paint
It starts the demo with the sample campaign in a temporary folder, gives one new
person all its topics, and presses keys as an assessor does.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import django
from playwright.sync_api import sync_playwright

from bench.figures import HEAD, percentile, row
from bench.load import measure_load
from bench.stack import Stack
from tests.stacks.browser import FLAGS, browser_environment, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

GOAL = 100.0  # milliseconds, of the 95th percentile
KEYS = {"relevance": "01234", "support": "123", "assignment": "123"}
# Key presses between two plain loads of the next page, on pages that each press turns.
PLAIN_EVERY = 5
# From the key's own time stamp to the frame after the one in which the page first shows
# another item: the paint is in between.
WATCH = """
window.paints = [];
let pressed = null;
const shown = () => {
  const sheet = document.getElementById("sheet");
  const lit = sheet?.querySelector(".lit[data-seen]")?.id;
  return [sheet?.dataset.name, sheet?.dataset.response, lit, location.href].join();
};
addEventListener("keydown", (event) => {
  pressed = { at: event.timeStamp, before: shown() };
}, true);
const look = () => {
  if (!pressed || shown() === pressed.before) return;
  const { at } = pressed;
  pressed = null;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    window.paints.push(performance.now() - at);
  }));
};
new MutationObserver(look).observe(document, {
  subtree: true, childList: true, attributes: true,
});
"""
END = "end"  # of the work: a page without a sheet
NEXT = f"""(before) => document.getElementById("sheet")
  ? window.paints.length > before && window.paints.at(-1)
  : document.readyState === "complete" && "{END}"
"""
FIRST_PAINT = """() => new Promise((resolve) => {
  const named = (list) => list.getEntriesByName("first-contentful-paint")[0];
  new PerformanceObserver((list) => named(list) && resolve(named(list).startTime))
    .observe({ type: "paint", buffered: true });
})"""


@dataclass
class Times:
    """Milliseconds of one type of work."""

    label: list[float] = field(default_factory=list)
    onward: list[float] = field(default_factory=list)  # Enter, to the next response
    plain: list[float] = field(default_factory=list)


def read_options() -> Namespace:
    """Return the options of the command line."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=100, help="at most, a screen")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds between")
    parser.add_argument("--kinds", nargs="+", choices=KEYS, default=list(KEYS))
    return parser.parse_args()


def main() -> int:
    """Run once; return the exit status."""
    options = read_options()
    with Stack(embedded=True) as stack, sync_playwright() as playwright:
        stack.serve("--sample")
        session, works = hand_out_all()
        program = find_chromium()
        browser = playwright.chromium.launch(
            executable_path=program,
            args=FLAGS,
            env=dict(browser_environment(program, stack.folder)),
        )
        host = f"http://127.0.0.1:{stack.port}"
        context = browser.new_context(
            viewport={"width": 1280, "height": 800}, base_url=host
        )
        context.add_cookies([{"name": "sessionid", "value": session, "url": host}])
        load = measure_load(stack.processes)
        found = {
            kind: judge(context, kind, addresses, options)
            for kind, addresses in works.items()
            if kind in options.kinds
        }
        shares = measure_load(stack.processes).since(load)
        browser.close()
    return report(found, shares)


def hand_out_all() -> tuple[str, dict[str, list[str]]]:
    """Give a new assessor every topic of the sample; return session and addresses."""
    # Playwright's event loop runs in this thread; Django would refuse its queries.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    django.setup()
    from accounts.models import User  # noqa: PLC0415 - after setup()
    from assess.judging.models import Allocation  # noqa: PLC0415
    from assess.judging.screens import get_screen  # noqa: PLC0415
    from bench.campaign.people import session_of  # noqa: PLC0415
    from nuggets.models import BankVersion  # noqa: PLC0415
    from runs.models import Membership, Track  # noqa: PLC0415
    from tests.make import practise  # noqa: PLC0415

    track = Track.objects.get(slug="sample")
    person = User.objects.create_user("bench-assessor")
    Membership.objects.create(track=track, user=person, role=Membership.ASSESSOR)
    frozen = BankVersion.objects.frozen().filter(bank__track=track)
    bank = str(frozen.order_by("-bank__pk")[0].bank.uuid)
    for kind in KEYS:
        practise(person, kind)
        subject = bank if kind == "assignment" else ""
        Allocation.objects.bulk_create(
            Allocation(
                track=track, work=kind, topic=topic, assessor=person, subject=subject
            )
            for topic in get_screen(kind).topics(track, subject)
        )
    works: dict[str, list[str]] = {kind: [] for kind in KEYS}
    for allocation in Allocation.objects.filter(assessor=person):
        works[allocation.work].append(f"/work/{allocation.uuid}/")
    return session_of(person), works


def judge(
    context: BrowserContext, kind: str, addresses: list[str], options: Namespace
) -> Times:
    """Press keys on topic after topic until there are enough; return the times."""
    page, plain = context.new_page(), context.new_page()
    page.add_init_script(WATCH)
    rng, times = Random(1), Times()  # noqa: S311 - no secret
    for address in addresses:
        if len(times.label) >= options.presses:
            break
        page.goto(address)
        page.bring_to_front()
        while len(times.label) < options.presses and page.locator("#sheet").count():
            page.wait_for_timeout(options.pause * 1000)
            if not press(page, plain, kind, times, rng):
                break
    page.close()
    plain.close()
    return times


def press(page: Page, plain: Page, kind: str, times: Times, rng: Random) -> bool:
    """Press one key and record its time; return False at the end of the work."""
    sheet: dict[str, Any] = page.evaluate(
        """() => ({
            ...document.getElementById("sheet").dataset,
            lit: document.querySelector("#sheet .lit[data-seen]")?.id ?? "",
            paints: window.paints.length,
        })"""
    )
    turns = kind == "relevance" or not sheet["lit"]
    if turns and sheet["then"] == sheet["resume"]:
        return False
    onward = kind != "relevance" and turns
    if onward or (turns and len(times.label) % PLAIN_EVERY == 0):
        plain.goto(sheet["then"])
        times.plain.append(plain.evaluate(FIRST_PAINT))
        page.bring_to_front()
    page.keyboard.press("Enter" if onward else rng.choice(KEYS[kind]))
    took = page.wait_for_function(NEXT, arg=sheet["paints"], polling=20).json_value()
    if took == END:
        return False
    (times.onward if onward else times.label).append(took)
    return True


def report(found: dict[str, Times], shares: dict[str, float]) -> int:
    """Print the figures; return the exit status."""
    print(HEAD)
    for kind, times in found.items():
        print(row(f"{kind}: key to next item", times.label))
        if times.onward:
            print(row("  Enter to next response", times.onward))
        print(row("  the same page, loaded plainly", times.plain))
        turned = times.onward or times.label
        if turned and times.plain:
            ratio = percentile(times.plain, 0.5) / percentile(turned, 0.5)
            print(f"  a plain load takes {ratio:.1f} times as long (medians)")
    worst = max(
        percentile(times.label + times.onward, 0.95) for times in found.values()
    )
    verdict = "met" if worst < GOAL else "missed"
    print(f"goal: p95 under {GOAL:g} ms on each screen: {verdict} ({worst:.1f})")
    used = ", ".join(f"{name} {share:.2f}" for name, share in shares.items())
    print(f"processors used, of {os.cpu_count()} (browser among others): {used}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
