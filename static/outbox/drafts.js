/** Drafts: unsent texts, stored on this machine for their person, counted and offered.
 *
 * Each belongs to a place: an item and the type of text. Drafts remain until they are
 * sent or discarded, and the last discarded one can be restored while the page is open.
 */

import { say } from "../components/live.js";
import { lists, mention, mentionDiscarded } from "./save_state.js";
import { person } from "../components/session.js";
import { brief } from "../texts/spans.js";
import { get, hold, names, put, remove } from "../components/storage.js";

const MOST = 200; // stored drafts of one person
const prefix = `assay.words.${person}.`;
const nameOf = (place) => prefix + place;
const fields = new WeakMap(); // field → {place, what, more}: what its text is about

function read(name) {
  try {
    return JSON.parse(get(name));
  } catch {
    return null; // not ours, or cut off
  }
}

/** Return the person's drafts by name, the newest first. */
export function drafts() {
  const found = names(prefix).map((name) => ({ name, ...read(name) }));
  return found.filter(({ text }) => text).sort((a, b) => (a.made < b.made ? 1 : -1));
}

function store(name, draft) {
  const text = JSON.stringify(draft);
  const others = names(prefix).filter((other) => other !== name);
  if (others.length >= MOST) hold(name, text);
  else put(name, text);
  count();
}

/** Begin a field with a text, or with the draft of its place.
 *
 * `what` describes it to people; `more()` is stored with the text. Return what was
 * stored.
 */
export function takeUp(field, place, words = "", { what = "Words", more = () => ({}) } = {}) {
  fields.set(field, { place, what, more });
  field.defaultValue = words;
  const before = read(nameOf(place));
  field.value = before?.text ?? words;
  if (before) say("Your unsaved text was restored.");
  return before;
}

/** Store the content of a field if it is the person's own text. */
export function keep(field) {
  if (!fields.has(field)) return;
  const { place, what, more } = fields.get(field);
  if (field.value === field.defaultValue) {
    putAway(field);
    return;
  }
  const page = location.pathname + location.search;
  store(nameOf(place), { text: field.value, what, page, made: new Date().toISOString(), ...more() });
}

/** Delete the draft of a field: it is sent. */
export function putAway(field) {
  if (!fields.has(field)) return;
  remove(nameOf(fields.get(field).place));
  count();
}

/** Delete the draft that was sent under a key, which is stored with the text. */
export function forgetSent(key) {
  for (const draft of drafts()) if (draft.key === key) remove(draft.name);
  count();
}

/** Discard the content of a field; it can be restored. */
export function discard(field) {
  if (!fields.has(field)) return;
  if (field.value !== field.defaultValue) keep(field);
  drop(nameOf(fields.get(field).place));
}

/** Remove a draft, and offer to restore it. */
export function drop(name) {
  const draft = read(name);
  if (!draft) return;
  remove(name);
  count();
  mentionDiscarded(`${brief(draft.what)}: discarded.`, () => {
    store(name, draft);
    say(`Restored: ${draft.what}.`);
  });
  say(`${draft.what}: discarded.`);
}

function count() {
  const all = person ? drafts().length : 0;
  mention("drafts", all ? { rank: 0, brief: `${all} unsent note${all === 1 ? "" : "s"}` } : null);
}

function row({ name, what, text, page }) {
  const made = document.getElementById("draft-row").content.firstElementChild.cloneNode(true);
  made.querySelector(".help").textContent = what;
  made.querySelector(".whole").textContent = text;
  made.querySelector("a").href = page;
  made.querySelector("button").addEventListener("click", () => drop(name));
  return made;
}

if (person) lists(() => drafts().map(row));
document.addEventListener("input", ({ target }) => keep(target));
// Another window of this browser sent, wrote or discarded some.
addEventListener("storage", count);
count();
