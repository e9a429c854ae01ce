/** Words marked in the text in front of me, counted, each one key away from the next.
 *
 * Mine are my own terms, kept in this browser; the topic's are the words of its text;
 * the item's are those of the nugget or the sentence that is being judged.
 */

import { say } from "./live.js";
import { person } from "./session.js";
import { markEach, stemsOf, textsOf, unmarkWords } from "./words.js";

const NAME = `assay.terms.${person}`;
const OURS = "mark:is(.mine, .of-topic, .of-item)";
const EVERYWHERE = stemsOf(
  `about above after again against also another because been before being below between
  both cannot could describe does doing down during each either else every explain find
  finding from further give have having hear here into interested information just know
  learn like looking might more most much must neither need often only other otherwise
  over please rather same shall should show since some such tell than that their them
  then there therefore these they this those through thus under understand until upon
  very want wanted were what when where whether which while whom whose will with within
  without would your`,
);
const on = { topic: false, item: false };
let shown = { texts: [], topic: null, item: null };
let hits = [];
let at = -1;

function stored() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

function store(words) {
  try {
    localStorage.setItem(NAME, words);
  } catch {
    // Closed storage: the terms hold for this item alone.
  }
}

function pattern(words) {
  const terms = words.split(",").map((term) => term.trim()).filter(Boolean);
  if (!terms.length) return null;
  const longest = terms.sort((a, b) => b.length - a.length);
  const plain = longest.map((term) => term.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  const source = plain.map((term) => term.replace(/\s+/g, "\\s+")).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}])(${source})`, "giu");
}

function markMine(root, wanted) {
  for (const text of textsOf(root)) {
    const parts = text.data.split(wanted);
    if (parts.length === 1) continue;
    text.replaceWith(...parts.map((part, place) => (place % 2 ? mine(part) : part)));
  }
}

function mine(words) {
  const made = document.createElement("mark");
  made.className = "mine";
  made.textContent = words;
  return made;
}

function stemsIn(source) {
  const found = stemsOf(source?.textContent ?? "");
  return new Set([...found].filter((stem) => !EVERYWHERE.has(stem)));
}

/** Mark everything anew: mine before the item's, and these before the topic's. */
function draw() {
  const box = document.getElementById("terms");
  const wanted = pattern(box.value);
  const ofItem = on.item ? stemsIn(shown.item) : new Set();
  const ofTopic = on.topic ? stemsIn(shown.topic) : new Set();
  const nameOf = (stem) =>
    ofItem.has(stem) ? "of-item" : ofTopic.has(stem) ? "of-topic" : null;
  unmarkWords(document.getElementById("sheet"), OURS);
  for (const text of shown.texts) {
    if (wanted) markMine(text, wanted);
    if (on.item || on.topic) markEach(text, nameOf);
  }
  const all = shown.texts.flatMap((text) => [...text.querySelectorAll(OURS)]);
  hits = all.filter((hit) => hit.getClientRects().length);
  at = -1;
  tellCounts(Boolean(wanted));
}

function tellCounts(asked) {
  const number = (name) => hits.filter((hit) => hit.classList.contains(name)).length;
  const own = number("mine");
  const words = `${own} hit${own === 1 ? "" : "s"}`;
  document.getElementById("hits").textContent = asked ? words : "";
  for (const [which, button] of Object.entries(switches())) {
    if (!button) continue;
    button.setAttribute("aria-pressed", String(on[which]));
    button.querySelector(".count").textContent = on[which] ? ` ${number(`of-${which}`)}` : "";
  }
  for (const button of document.querySelectorAll('[data-act="back"], [data-act="on"]')) {
    button.hidden = !hits.length;
  }
}

const switches = () => ({
  item: document.querySelector('#sheet [data-act="where"]'),
  topic: document.querySelector('#sheet [data-act="topic"]'),
});

/** Switch the topic's or the item's words on or off, and say how many there are. */
export function toggle(which) {
  on[which] = !on[which];
  draw();
  const number = hits.filter((hit) => hit.classList.contains(`of-${which}`)).length;
  const whose = switches()[which].dataset.whose;
  say(on[which] ? `${number} of ${whose} words are marked.` : `${whose} words: unmarked.`);
}

/** Go to the hit that many steps on, round the ends; return its words, "" for none. */
export function step(by) {
  if (!hits.length) return "";
  hits[at]?.classList.remove("here");
  at = at < 0 ? (by > 0 ? 0 : hits.length - 1) : (at + by + hits.length) % hits.length;
  hits[at].classList.add("here");
  hits[at].scrollIntoView({ block: "center" });
  return `${at + 1} of ${hits.length}: ${hits[at].textContent}`;
}

// An answer that was turned from its Markdown to its plain text shows other marks.
document.addEventListener("answer:turned", draw);

/** Mark in some texts: my terms, and where asked the words of the topic and the item. */
export function showMarks({ texts, topic, item = null }) {
  shown = { texts, topic, item };
  draw();
}

/** Take my terms from the field of a new sheet; `done` leaves the field. */
export function openTerms({ done }) {
  const box = document.getElementById("terms");
  box.value = stored();
  box.addEventListener("input", () => {
    store(box.value);
    draw();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    done();
  });
}
