"""Measure what htmx would add to a key press: to the label's way, and to the next page.

Run from the project's root: .venv/bin/python -m bench.turns
It starts the demo as bench.key_to_paint does. On one page of relevance it takes turns
between the ways, so that all are measured under the same load. docs/decisions/0022 has
the figures.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from playwright.sync_api import sync_playwright

from bench.figures import HEAD, row
from bench.key_to_paint import hand_out_all
from bench.stack import Stack
from tests.stacks.browser import FLAGS, browser_environment, find_chromium

# A page of the work as text is shown, laid out; the label's way ends where its script
# would give the label.
TURNS = """async (times) => {
  const { htmx } = window;
  const headers = { "X-Assay-Sheet": "1" };
  const text = await (await fetch(location.href, { headers })).text();
  const parse = () => new DOMParser().parseFromString(text, "text/html");
  const show = (copy) => {
    const next = document.adoptNode(copy.getElementById("sheet"));
    document.getElementById("sheet").replaceWith(next);
    htmx.process(next);
  };
  const place = document.createElement("div");
  place.innerHTML = `<form hx-post="/" hx-ext="bench"><button value="1"></button></form>
    <form id="plain"><button type="button" value="1"></button></form>`;
  document.body.append(place);
  htmx.defineExtension("bench", { onEvent: (name) => name !== "htmx:confirm" });
  htmx.process(place);
  const stop = (event) => event.preventDefault();
  place.querySelector("#plain").addEventListener("click", stop);
  const [posting, plain] = place.querySelectorAll("button");
  const spec = { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 };
  const ways = {
    "label: a listener": () => () => plain.click(),
    "label: hx-post and an extension": () => () => posting.click(),
    "page: parsed ahead, as it is": () => {
      const copy = parse();
      return () => show(copy);
    },
    "page: parsed when shown": () => () => show(parse()),
    "page: htmx.swap": () => () =>
      htmx.swap("#sheet", text, spec, { select: "#sheet" }),
  };
  const found = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let n = 0; n < times; n += 1) {
    for (const [name, prepare] of Object.entries(ways)) {
      const act = prepare();
      await new Promise((resolve) => setTimeout(resolve, 5));
      const before = performance.now();
      act();
      document.body.getBoundingClientRect();
      found[name].push(performance.now() - before);
    }
  }
  return found;
}"""


def main() -> int:
    """Run once; return the exit status."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="each way")
    times = parser.parse_args().times
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
        context = browser.new_context(base_url=host)
        context.add_cookies([{"name": "sessionid", "value": session, "url": host}])
        page = context.new_page()
        page.goto(works["relevance"][0])
        found: dict[str, list[float]] = page.evaluate(TURNS, times)
        browser.close()
    print(HEAD)
    for name, took in found.items():
        print(row(name, took))
    return 0


if __name__ == "__main__":
    sys.exit(main())
