/** Words marked in the current text, counted, each one key away from the next.
 *
 * The person's own terms are stored on the server; the topic's are the words of its
 * text; the item's are those of the nugget or the sentence that is being judged.
 */

import { say } from "../components/live.js";
import { choose, chosen } from "./reading_preferences.js";
import { markEach, markFound, stemsOf, unmarkWords } from "./words.js";

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
const on = { topic: chosen("topic", false), item: chosen("item", false) };
let shown = { texts: [], topic: null, item: null };
let hits = [];
let at = -1;

function pattern(words) {
  const terms = words.split(",").map((term) => term.trim()).filter(Boolean);
  if (!terms.length) return null;
  const longest = terms.sort((a, b) => b.length - a.length);
  const plain = longest.map((term) => term.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  const source = plain.map((term) => term.replace(/\s+/g, "\\s+")).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})`, "giu");
}

function stemsIn(source) {
  const found = stemsOf(source?.textContent ?? "");
  return new Set([...found].filter((stem) => !EVERYWHERE.has(stem)));
}

/** Mark everything again: the person's terms before the item's, these before the topic's. */
function draw() {
  const box = document.getElementById("terms");
  const wanted = pattern(box.value);
  const ofItem = on.item ? stemsIn(shown.item) : new Set();
  const ofTopic = on.topic ? stemsIn(shown.topic) : new Set();
  const nameOf = (stem) =>
    ofItem.has(stem) ? "of-item" : ofTopic.has(stem) ? "of-topic" : null;
  unmarkWords(document.querySelector("main"), OURS);
  for (const text of shown.texts) {
    if (wanted) markFound(text, wanted, "mine");
    if (on.item || on.topic) markEach(text, nameOf);
  }
  const all = shown.texts.flatMap((text) => [...text.querySelectorAll(`${OURS}:not(.on)`)]);
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
  for (const button of document.querySelectorAll("[data-hit]")) {
    button.hidden = !hits.length;
  }
}

const switches = () => ({
  item: document.querySelector('[data-act="where"]'),
  topic: document.querySelector('[data-act="topic"]'),
});

/** Switch the topic's or the item's words on or off, and announce their number. */
export function toggle(which) {
  on[which] = !on[which];
  choose(which, on[which]);
  draw();
  const number = hits.filter((hit) => hit.classList.contains(`of-${which}`)).length;
  const whose = switches()[which].dataset.whose;
  say(on[which] ? `${number} of ${whose} words are marked.` : `${whose} words: unmarked.`);
}

/** Go to the hit that many steps further, wrapping around. */
function step(by) {
  hits[at]?.classList.remove("here");
  at = at < 0 ? (by > 0 ? 0 : hits.length - 1) : (at + by + hits.length) % hits.length;
  hits[at].classList.add("here");
  hits[at].scrollIntoView({ block: "center" });
  say(`${at + 1} of ${hits.length}: ${hits[at].dataset.found ?? hits[at].textContent}`);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-hit]");
  if (button) step(Number(button.dataset.hit));
});

// A response that was switched from Markdown to plain text has other marks.
document.addEventListener("answer:turned", draw);

// Folded text does not count until it is opened.
document.addEventListener(
  "toggle",
  ({ target }) => shown.texts.some((text) => target.contains(text)) && draw(),
  true,
);

/** Mark in some texts: the person's terms, and optionally the topic's and the item's words. */
export function showMarks({ texts, topic, item = null }) {
  shown = { texts, topic, item };
  draw();
}

/** Read the person's terms from the field of a new sheet; `done` leaves the field. */
export function openTerms({ done }) {
  const box = document.getElementById("terms");
  box.value = chosen("terms", "");
  box.addEventListener("input", () => {
    choose("terms", box.value);
    draw();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    done();
  });
}

/** Mark the person's terms in a page's reading text; `done` leaves their field. */
export function openReading({ done }) {
  openTerms({ done });
  reread();
}

/** Mark again: the page shows another text. */
export function reread() {
  showMarks({ texts: [...document.querySelectorAll("[data-terms]")], topic: null });
}
