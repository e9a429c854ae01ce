/** Go through a text sentence by sentence; the chosen words are the page's selection.
 *
 * The text's `data-sentences` contains their places: "0-15 16-40", in code points.
 */

import { lengthOf, rangeOf, select, selectedSpan } from "./spans.js";

const read = (words) => words.split(" ").filter(Boolean).map((pair) => pair.split("-").map(Number));

const PANE = ".frame-item, .frame-context"; // what scrolls the text

export class Sentences {
  constructor(root) {
    this.root = root;
    this.spans = read(root.dataset.sentences);
    this.anchor = null; // the sentence where choosing began
    this.focus = null; // the sentence where it is now
    this.chosen = null; // the resulting span
  }

  /** Choose the sentence that many steps further; `extend` keeps the chosen ones too. */
  step(by, { extend = false } = {}) {
    if (!this.spans.length) return null;
    this.settle();
    const from = extend || by > 0 ? this.focus : this.anchor;
    const last = this.spans.length - 1;
    const next = from === null ? this.first(by) : Math.min(Math.max(from + by, 0), last);
    if (!extend || this.anchor === null) this.anchor = next;
    this.focus = next;
    const [low, high] = [this.anchor, this.focus].sort((a, b) => a - b);
    return this.choose([this.spans[low][0], this.spans[high][1]]);
  }

  /** Move one side of the chosen span, "start" or "end", by a word. */
  trim(side, by) {
    const span = selectedSpan(this.root);
    if (!span) return this.step(by);
    const [start, end] = span;
    const words = this.words().map((word) => word[side === "start" ? 0 : 1]);
    const from = side === "start" ? start : end;
    const inside = words.filter((place) => (side === "start" ? place < end : place > start));
    const next = by > 0 ? inside.find((place) => place > from) : inside.findLast((place) => place < from);
    if (next === undefined) return span;
    return this.choose(side === "start" ? [next, end] : [start, next]);
  }

  /** Choose a span; a span chosen by the mouse counts as well. */
  choose(span) {
    this.chosen = span;
    select(this.root, span);
    show(this.root);
    return span;
  }

  /** Choose nothing; the next step continues from the last place. */
  release() {
    this.settle();
    this.chosen = null;
    getSelection().removeAllRanges();
  }

  /** Use the current selection, if it is not the one made here last. */
  settle() {
    const span = selectedSpan(this.root);
    if (String(span) === String(this.chosen)) return;
    this.chosen = span;
    this.anchor = this.focus = null;
    if (!span) return;
    const hit = this.spans.map(([start, end], place) => (start < span[1] && span[0] < end ? place : -1));
    const places = hit.filter((place) => place >= 0);
    this.anchor = places[0] ?? null;
    this.focus = places.at(-1) ?? null;
  }

  /** Return where to begin: at the first sentence on the screen, or at the end. */
  first(by) {
    if (by < 0) return this.spans.length - 1;
    const top = this.root.closest(PANE)?.getBoundingClientRect().top ?? 0;
    const seen = (span) => rangeOf(this.root, span).getBoundingClientRect().top >= top;
    return Math.max(this.spans.findIndex(seen), 0);
  }

  words() {
    const text = this.root.textContent;
    const found = [];
    let at = 0;
    for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
      const end = at + lengthOf(segment);
      if (isWordLike) found.push([at, end]);
      at = end;
    }
    return found;
  }

  /** Return in words where a span is. */
  said(span) {
    const hit = this.spans.findIndex(([start, end]) => start < span[1] && span[0] < end);
    return `Sentence ${hit + 1} of ${this.spans.length}`;
  }
}

/** Bring the selection into view. */
function show(root) {
  const range = getSelection().getRangeAt(0);
  const { top, bottom } = range.getBoundingClientRect();
  const frame = root.closest(PANE);
  if (!frame) return;
  const apart = frame.scrollHeight > frame.clientHeight;
  const pane = apart ? frame.getBoundingClientRect() : { top: 0, bottom: innerHeight }; // in a small window, all
  const foot = document.querySelector(".frame-foot .labels").getBoundingClientRect().top;
  const end = Math.min(pane.bottom, foot);
  if (top >= pane.top && bottom <= end) return;
  (apart ? frame : document.scrollingElement).scrollTop += top - pane.top - (end - pane.top) / 3;
}
