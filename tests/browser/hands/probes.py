"""Probes of a page's layout: each returns what is wrong, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

TOOLS = """
const shown = (node) => node.checkVisibility({visibilityProperty: true});
const name = (node) => {
  const tag = node.tagName.toLowerCase();
  const more = node.id ? `#${node.id}` : ["", ...node.classList].join(".");
  const words = node.textContent.trim().replace(/\\s+/g, " ");
  return `${tag}${more} “${words.slice(0, 40)}”`;
};
const folded = (node) => {
  const part = node.closest(".frame-foot .also > *");
  return part !== null && getComputedStyle(part).clipPath !== "none";
};
const unseen = (node) => node.closest(".unseen, .skip") !== null || folded(node);
const cuts = (style) => [style.overflowX, style.overflowY].some((o) => o !== "visible");
const meet = (a, b) => ({
  left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
  top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
});
/** Return what stays in place over the text that scrolls by, if the node is in it. */
const lies = (node) => {
  for (let over = node.parentElement; over; over = over.parentElement) {
    const {position, backgroundColor} = getComputedStyle(over);
    if (position === "sticky" && !backgroundColor.endsWith(", 0)")) return over;
  }
  return null;
};
/** Return the part of a box that no ancestor cuts away. */
const windows = new Map([[document.body, null]]);
const windowOf = (node) => {
  if (!windows.has(node)) {
    const outer = windowOf(node.parentElement);
    const own = cuts(getComputedStyle(node)) && node.getBoundingClientRect();
    windows.set(node, own && outer ? meet(own, outer) : own || outer);
  }
  return windows.get(node);
};
const inSight = (box, node) => windowOf(node) ? meet(box, windowOf(node)) : box;
// The first words of a text that is whole elsewhere: they may be cut.
const isOpening = (node) =>
  node.matches(".opening") && getComputedStyle(node).textOverflow === "ellipsis";
const texts = () => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const over = node.parentElement;
    if (!node.data.trim() || over.closest("svg")) continue;
    if (shown(over) && !unseen(over)) found.push(node);
  }
  return found;
};
"""
# Only these scroll sideways, each by itself: tables, tabs, code, a row of keys.
WIDE = """() => {
  const may = ".scroll, .tabs, pre, textarea, input, select, .also, .more";
  const root = document.scrollingElement;
  const found = root.scrollWidth > root.clientWidth ? ["the page"] : [];
  for (const node of document.body.querySelectorAll("*")) {
    if (!shown(node) || unseen(node) || node.matches(may)) continue;
    if (isOpening(node)) continue;
    if (node.scrollWidth <= node.clientWidth + 1) continue;
    if (getComputedStyle(node).overflowX !== "visible") found.push(name(node));
  }
  return found;
}"""
CLIPPED = """() => texts().map((text) => text.parentElement).filter((node) => {
  const style = getComputedStyle(node);
  if (["inline", "contents"].includes(style.display)) return false;
  if (isOpening(node)) return false;
  const hides = (o) => ["hidden", "clip"].includes(o);
  return hides(style.overflowX) && node.scrollWidth > node.clientWidth + 1
    || hides(style.overflowY) && node.scrollHeight > node.clientHeight + 1;
}).map(name)"""
OVERLAPPING = """() => {
  const boxes = [];
  for (const text of texts()) {
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      const box = inSight(rect, text.parentElement);
      if (box.right - box.left > 2 && box.bottom - box.top > 8) boxes.push({text, box});
    }
  }
  boxes.sort((a, b) => a.box.top - b.box.top);
  const found = new Set();
  for (const [place, a] of boxes.entries()) for (const b of boxes.slice(place + 1)) {
    if (b.box.top > a.box.bottom - 8) break;
    const both = meet(a.box, b.box);
    if (both.right - both.left > 2 && both.bottom - both.top > 8) {
      if (a.text === b.text || lies(a.text) !== lies(b.text)) continue;
      found.add(`${name(a.text.parentElement)} over ${name(b.text.parentElement)}`);
    }
  }
  return [...found];
}"""
COVERED = """() => {
  const focusable = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const found = [];
  for (const node of document.querySelectorAll(focusable)) {
    if (!shown(node) || node.disabled || node.type === "hidden") continue;
    if (node.closest("dialog")) continue;
    node.focus();
    windows.clear();
    windows.set(document.body, null);
    const box = (node.closest("label") ?? node).getBoundingClientRect();
    const seen = inSight(box, node.closest("label") ?? node);
    const parts = [0.1, 0.5, 0.9];
    const along = (from, to) => parts.map((part) => from + part * (to - from));
    const rows = along(seen.top, seen.bottom);
    const columns = along(seen.left, seen.right);
    const hit = (x, y) => {
      const top = document.elementFromPoint(x, y);
      return top && (node.contains(top) || node.closest("label")?.contains(top));
    };
    if (!rows.some((y) => columns.some((x) => hit(x, y)))) found.push(name(node));
  }
  return found;
}"""
SMALL = """() => [...document.querySelectorAll(
  ".frame-bar :is(button, .where a), .frame-foot :is(a, button)")]
  .filter((node) => shown(node) && !unseen(node))
  .filter((node) => {
    const {width, height} = node.getBoundingClientRect();
    return width < 24 || height < 24;
  }).map(name)"""


# What is judged: rows and boxes must be visible completely, texts with at least two
# lines. A page without such elements is reported too.
OUT_OF_SIGHT = """() => {
  const rows = ".nugget.lit, .nugget:has([type=radio]:checked):not(:has(#box)), #box";
  const seen = (node) => {
    const box = node.getBoundingClientRect();
    const end = Math.min(box.bottom, innerHeight);
    const middle = (box.left + box.right) / 2;
    let height = 0;
    for (let y = Math.max(box.top, 0) + 2; y < end; y += 4) {
      if (node.contains(document.elementFromPoint(middle, y))) height += 4;
    }
    return height;
  };
  const texts = ".pair.lit .passage, :is(#sheet, .answering) #passage, #nugget, " +
    ".answering #text, #settling ~ article :is([data-focus], [data-highlights])";
  const judged = [...document.querySelectorAll(`${rows}, ${texts}`)]
    .filter((node) => shown(node) && !node.closest(".covering"));
  if (!judged.length) return ["nothing that is judged"];
  const wanted = (node) =>
    Math.min(node.clientHeight - 12, node.matches(rows) ? Infinity : 40);
  return judged
    .map((node) => [node, wanted(node)])
    .filter(([node, least]) => seen(node) < least)
    .map(([node, least]) => `${name(node)}: ${seen(node)} of ${least}`);
}"""


def probe(page: Page, which: str) -> list[str]:
    """Return the results of a probe on a page."""
    found: list[str] = page.evaluate(f"() => {{ {TOOLS} return ({which})(); }}")
    return found
