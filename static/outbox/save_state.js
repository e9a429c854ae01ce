/** The saving state: one place on the page shows the worst state of all senders. */

import { check } from "../components/keys.js";
import { sayState } from "../components/live.js";

const RANK = ["idle", "saved", "saving", "unsaved"];
const sources = new Map();
const beside = new Map(); // what is shown in addition to the state: {words, act, label}
let shown = "";
const zone = document.querySelector("meta[name=assay-user]")?.dataset.zone || "UTC";
let savedAt = null;
let trouble = ""; // what was last said to be wrong

/** Set the state of one sender: idle, saving, saved or unsaved, with words.
 *
 * `retry` tries again, `lead` goes to the pending decision.
 */
export function note(source, state, { words = "", retry = null, lead = null } = {}) {
  sources.set(source, { state, words, retry, lead });
  if (state === "saved") savedAt = new Date();
  show();
}

/** Show something in addition to the state: words, or a button; null removes it. */
export function mention(source, said) {
  if (said) beside.set(source, said);
  else beside.delete(source);
  show();
}

function clockTime(date) {
  /** @type {Intl.DateTimeFormatOptions} */
  const shape = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: zone };
  return new Intl.DateTimeFormat("en-GB", shape).format(date);
}

function worst() {
  const all = [...sources.values()];
  return all.reduce(
    (a, b) => (RANK.indexOf(b.state) > RANK.indexOf(a.state) ? b : a),
    { state: "idle" },
  );
}

function wording({ state, words }) {
  if (state === "unsaved") return `Not saved: ${words}`;
  if (state === "saving") return words ? `saving ${words}` : "saving";
  return savedAt ? `saved ${clockTime(savedAt)}` : document.getElementById("save-state").dataset.idle;
}

function show() {
  const place = document.getElementById("save-state");
  if (!place) return;
  const now = worst();
  const drawn = JSON.stringify([wording(now), Boolean(now.retry), Boolean(now.lead), [...beside]]);
  if (drawn !== shown) draw(place, now);
  shown = drawn;
  speak(now);
}

function draw(place, now) {
  place.dataset.state = now.state;
  place.replaceChildren(part(wording(now)));
  if (now.retry) place.append(" ", button("Retry now", () => worst().retry?.()));
  if (now.lead) place.append(" ", leading(() => worst().lead?.()));
  for (const [source, { words, label }] of beside) {
    if (words) place.append(" · ", part(words));
    if (label) place.append(words ? " " : " · ", button(label, () => beside.get(source)?.act()));
  }
  if (now.lead) check();
}

/** Announce each trouble once, and its end: a saved label needs no message. */
function speak(now) {
  const [why] = now.state === "unsaved" ? now.words.split(".") : [""];
  if (now.state === "saving" || why === trouble) return;
  sayState(why ? wording(now) : savedAt ? `Saved again, ${clockTime(savedAt)}.` : "");
  trouble = why;
}

function part(words) {
  const made = document.createElement("span");
  made.textContent = words;
  return made;
}

function button(words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "quiet";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}

function leading(lead) {
  const made = document.getElementById("deciding").content.firstElementChild.cloneNode(true);
  made.addEventListener("click", lead);
  return made;
}
