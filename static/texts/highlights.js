/** Highlights of a label: words chosen by the mouse, or sentence by sentence.
 *
 * A key highlights the chosen words, and removes a highlight that contains them.
 * Without chosen words, it chooses a sentence. The arrow keys then move between
 * sentences until one is highlighted, or until Escape; meanwhile the page's own arrows
 * and Enter are disabled.
 */

import { typesText } from "../components/keys.js";
import { say } from "../components/live.js";
import { Sentences } from "./sentences.js";
import { brief, paint, selectedSpan, textOf } from "./spans.js";

const WORDS = {
  help: "↓ ↑ by sentence, Shift for more, ← → by word; h or Enter highlights, Esc ends.",
  did: "Highlighted",
  undid: "No longer highlighted",
  nothing: "There is no text to highlight.",
};
const STEPS = {
  ArrowDown: (extend) => walk.step(1, { extend }),
  ArrowUp: (extend) => walk.step(-1, { extend }),
  ArrowRight: (shift) => walk.trim(shift ? "start" : "end", 1),
  ArrowLeft: (shift) => walk.trim(shift ? "start" : "end", -1),
};
let screen = null; // {spans(), keep(spans), tell(words), mayJudge()}: the label's, and how it takes more;
// walks(whether) when walking begins and ends; one: another stretch replaces the first; words: as WORDS
let walk = null; // through the sentences of this passage
let walking = false; // the arrow keys move between sentences
let place = null; // where walking ended
let last = null; // the words chosen last, which a press on a button may un-choose

const passage = () => document.getElementById("passage");

/** Return the spans in the form of a page: "0-14 20-31". */
export const readSpans = (words) =>
  words.split(" ").filter(Boolean).map((pair) => pair.split("-").map(Number));

/** Use the passage of a new sheet. */
export function openHighlights(own) {
  screen = { ...own, words: { ...WORDS, ...own.words } };
  walk = new Sentences(passage());
  place = null;
  end();
}

/** Draw a label's highlights over its passage. */
export function showHighlights(spans) {
  paint(passage(), spans.map(([start, end], place) => ({ start, end, name: String(place + 1) })));
  const field = document.getElementById("plain-highlights");
  if (field) field.value = spans.map((span) => span.join("-")).join(" ");
}

/** Return spans in words: the text itself if it is on this page. */
export function highlightWords(spans, { here }) {
  if (!spans.length) return "";
  if (!here) return `${spans.length} highlight${spans.length === 1 ? "" : "s"}`;
  return `highlighted ${spans.map((span) => `“${brief(textOf(passage(), span))}”`).join(", ")}`;
}

const inside = ([start, end], [left, right]) => left <= start && end <= right;
const touch = ([start, end], [left, right]) => start <= right && left <= end;

/** Return the spans with one more, merged with those that it touches. */
function withOne(spans, span) {
  const joined = spans.filter((one) => touch(one, span));
  const all = [...joined, span];
  const one = [Math.min(...all.map(([start]) => start)), Math.max(...all.map(([, end]) => end))];
  const others = spans.filter((other) => !joined.includes(other));
  return [...others, one].sort((a, b) => a[0] - b[0]);
}

/** Highlight the chosen words, or remove the highlight; without any, choose a sentence. */
export function highlight() {
  if (!screen.mayJudge()) return;
  const span = selectedSpan(passage()) ?? last;
  if (!span) {
    begin();
    return;
  }
  const spans = screen.spans();
  const holding = spans.filter((one) => inside(span, one));
  if (holding.length) {
    screen.keep(spans.filter((one) => !holding.includes(one)));
    screen.tell(`${screen.words.undid}: ${brief(textOf(passage(), holding[0]))}`);
  } else {
    screen.keep(screen.one ? [span] : withOne(spans, span));
    screen.tell(`${screen.words.did}: ${brief(textOf(passage(), span))}`);
  }
  if (walking) place = span;
  end();
}

function begin() {
  if (!walk.spans.length) {
    screen.tell(screen.words.nothing);
    return;
  }
  walking = true;
  screen.walks(true);
  chose(place ? walk.choose(place) : walk.step(1));
  document.getElementById("say").textContent = screen.words.help;
}

function end() {
  walking = false;
  screen.walks(false);
  last = null;
  getSelection().removeAllRanges();
}

function chose(span) {
  const held = screen.spans().some((one) => inside(span, one)) ? ", highlighted" : "";
  say(`${walk.said(span)}${held}: ${textOf(passage(), span)}`);
}

function pressed(event) {
  if (!walking || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]") || typesText(event.target)) return;
  const step = STEPS[event.key];
  if (step) chose(step(event.shiftKey));
  else if (event.key === "Enter") highlight();
  else if (event.key === "Escape") {
    end();
    document.getElementById("say").textContent = "";
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

// Before the page's keys, which use arrows and Enter too.
document.addEventListener("keydown", pressed, { capture: true });

document.addEventListener("selectionchange", () => {
  const root = passage();
  if (!root) return;
  const span = selectedSpan(root);
  if (span || root.contains(getSelection().anchorNode)) last = span;
});

document.addEventListener("mousedown", (event) => {
  if (event.target.closest("[data-act=highlight], [data-act=answer]")) event.preventDefault(); // what is chosen stays
});
