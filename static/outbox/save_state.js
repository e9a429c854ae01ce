/** The save state: one pill shows the worst state of all senders; opening it lists what waits. */

import { sayState } from "../components/live.js";

const RANK = ["idle", "saved", "saving", "unsaved"];
const sources = new Map();
const beside = new Map(); // what is shown in addition to the state: {brief, rank, words, act, label}
const listings = []; // each returns the rows of one sender
const pill = document.getElementById("save-state");
const dialog = document.getElementById("waiting");
const zone = document.querySelector("meta[name=assay-user]")?.dataset.zone || "UTC";
let savedAt = null;
let trouble = ""; // what was last said to be wrong

/** Set the state of one sender: idle, saving, saved or unsaved.
 *
 * `brief` is what the pill says of an unsaved state, `words` what its list says;
 * `retry` tries again.
 */
export function note(source, state, { brief = "Not saved", words = "", retry = null } = {}) {
  sources.set(source, { state, brief, words, retry });
  if (state === "saved") {
    savedAt = new Date();
    beside.get("discarded")?.passes();
  }
  show();
}

/** Show something in addition to the state; null removes it.
 *
 * The list says `words`, with a button if there is a `label`. Unless the state is worse,
 * the pill says the `brief` of the highest `rank`.
 */
export function mention(source, said) {
  if (said) beside.set(source, said);
  else beside.delete(source);
  show();
}

/** Offer to restore what was just discarded; the pill says so until something is saved. */
export function mentionDiscarded(words, restore) {
  const said = { brief: "Discarded · undo", rank: 1, words, label: "Undo", act: undo, passes };
  function undo() {
    mention("discarded", null);
    restore();
  }
  function passes() {
    said.brief = "";
  }
  mention("discarded", said);
}

/** Add rows to the list of what waits: `rows()` is called whenever it is shown. */
export const lists = (rows) => listings.push(rows);

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

function wording({ state, brief }) {
  if (state === "unsaved") return brief;
  if (state === "saving") return "Saving";
  const more = [...beside.values()].filter((said) => said.brief).sort((a, b) => b.rank - a.rank)[0];
  if (more) return more.brief;
  return savedAt ? `Saved ${clockTime(savedAt)}` : pill.dataset.idle;
}

function inFull({ state, words }) {
  if (state === "unsaved") return `Not saved: ${words}`;
  if (state === "saving") return "Saving.";
  return savedAt ? `Everything was sent at ${clockTime(savedAt)}.` : "";
}

function show() {
  if (!pill) return;
  const now = worst();
  const words = wording(now);
  pill.dataset.state = now.state;
  if (pill.textContent !== words) pill.textContent = words;
  if (dialog.open) fill();
  speak(now);
}

/** Announce each trouble once, and its end: a saved label needs no message. */
function speak(now) {
  const [why] = now.state === "unsaved" ? now.words.split(".") : [""];
  if (now.state === "saving" || why === trouble) return;
  sayState(why ? inFull(now) : savedAt ? `Saved again, ${clockTime(savedAt)}.` : "");
  trouble = why;
}

function fill() {
  const now = worst();
  const held = dialog.contains(document.activeElement);
  const rows = listings.flatMap((list) => list());
  for (const { words, act, label } of beside.values()) if (words) rows.push(row(words, label, act));
  dialog.querySelector("[data-why]").textContent = inFull(now) || (rows.length ? "" : "Nothing waits.");
  dialog.querySelector("[data-retry]").hidden = !now.retry;
  const list = dialog.querySelector("ul");
  if (dialog.open && list.childElementCount && !rows.length) setTimeout(closeIfDone);
  list.replaceChildren(...rows);
  if (held && document.activeElement === document.body) begin();
}

/** Close the list once nothing is left of it: what was discarded can still be restored. */
function closeIfDone() {
  if (!dialog.querySelector("li")) dialog.close();
}

/** Begin at the first decision, else at what the whole list offers. */
const begin = () => dialog.querySelector("li[data-undecided] button, .actions button:not([hidden])").focus();

/** Return a row of the list, with a button if there is a label. */
export function row(words, label = "", act = null) {
  const made = document.createElement("li");
  const said = document.createElement("span");
  said.dir = "auto";
  said.textContent = words;
  made.append(said);
  if (label) made.append(button(label, act));
  return made;
}

export function button(words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "quiet";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}

pill?.addEventListener("click", () => {
  fill();
  dialog.showModal();
  begin();
});
dialog?.querySelector("[data-retry]").addEventListener("click", () => worst().retry?.());
