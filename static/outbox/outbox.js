/** The one outbox: every judging write waits here until the server has it.
 *
 * Actions are sent in order, one at a time, each with its idempotency key. They survive
 * reloads, for the person who made them and nobody else. An action that the server
 * refused, or that another change overtook, stays until its person has decided. An
 * action at which the server fails delays only its own item.
 */

import { attempt, OFFLINE, reasonIn } from "./attempt.js";
import { lists, mentionDiscarded, note } from "./save_state.js";
import { person, signInAgain } from "../components/session.js";
import { brief } from "../texts/spans.js";
import { Store } from "./store.js";
import { failedAt, failureOf, forget, hurry, isPutOff, waitAfter } from "./tries.js";
import { claimedRow, showUnsent, unsentRow, waitingRow } from "./unsent_actions.js";

const store = new Store(person);
const callbacks = new Map();
const versions = new Map();
const claimed = new Set(); // items whose conflicts the page shows itself
const early = []; // reported by other windows before this one's storage has it
const tabs = "BroadcastChannel" in window ? new BroadcastChannel(`assay.outbox.${person}`) : null;
let number = 0;
let failures = 0;
let draining = false;
let timer = null;
let calm = "idle"; // what to say when nothing waits
let undecided = 0; // how many were last reported to wait for a decision

/** Queue one action and send it; `item` names its item, `words` describes it to people.
 *
 * An action that is `whole` replaces all of its item: no earlier one needs a decision
 * after it, or, if it is `undoing`, only the one right before does not. One that `isForm`
 * is sent as a form, and its answer is HTML. `page` is where it is made.
 */
export function send({
  url,
  body = {},
  item = "",
  words = "",
  activeMs = 0,
  whole = false,
  undoing = false,
  isForm = false,
  page = location.pathname + location.search,
  ...calls
}) {
  const key = newKey();
  callbacks.set(key, calls);
  queue({ key, url, item, words, body, activeMs, whole, undoing, isForm, page });
  return key;
}

/** Put an action after all others, based on their results. */
function queue(action) {
  const { item, body } = action;
  store.put({
    ...action,
    number: (number += 1),
    body: action.isForm ? body : { ...body, seen: seen(item, body.seen) },
    after: pending().findLast((other) => item && other.item === item)?.key ?? null,
    made: new Date().toISOString(),
  });
  drain();
}

/** Return the newest version known of an item. */
export function seen(item, version = null) {
  const known = versions.get(item) ?? null;
  return known === null ? version : Math.max(known, version ?? 0);
}

/** Return the actions that wait to be sent. */
export function pending() {
  return store.all().filter((action) => !action.refused);
}

/** Return those of them that only the connection delays. */
export function underWay() {
  const held = new Set(pending().filter(failureOf).map(lineOf));
  return pending().filter((action) => !held.has(lineOf(action)));
}

/** Return the actions that wait for their person's decision. */
const stopped = () => store.all().filter((action) => action.refused);

/** Return the sequence in which an action must keep its order. */
const lineOf = ({ item, key }) => item || key;

/** Leave an item's conflicts to the page, which shows both versions itself. */
export const claim = (item) => claimed.add(item);

const conflictsOf = (item) => stopped().filter((each) => each.item === item && each.conflict);

/** Return an item's last action that another change overtook, undefined for none. */
export const overtaken = (item) => conflictsOf(item).at(-1);

/** Mark an item's conflicts as decided. */
export const decided = (item) => conflictsOf(item).forEach(leave);

/** Send what an earlier page left, and show what waits for a decision. */
export function resume() {
  if (!person) return;
  showUndecided();
  if (stopped().length || !pending().length) rest("idle");
  if (pending().length) drain();
}

function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

async function drain() {
  if (draining || !person) return;
  draining = true;
  clearTimeout(timer);
  if (pending().length) saying(); // another window may keep this one waiting
  let outcome;
  try {
    outcome = await alone(sendAll);
  } finally {
    draining = false;
  }
  if (outcome === "sign-in") await afterSignIn();
  else if (outcome !== "sent") later(outcome);
  else if (pending().length) drain();
}

function alone(work) {
  return navigator.locks ? navigator.locks.request(`assay.outbox.${person}`, work) : work();
}

async function sendAll() {
  for (let next = nextDue(); next; next = nextDue()) {
    saying();
    const { kind, answer, trouble, isFault } = await attempt(next);
    if (kind) settle(next, kind, answer);
    if (isFault) fails(next, trouble);
    if (trouble && !isPutOff(next)) return trouble;
  }
  const held = pending();
  if (held.length) return held.map(failureOf).find(Boolean);
  rest("saved");
  return "sent";
}

/** Return the first action that may be sent: each item's in their order. */
function nextDue() {
  const held = new Set();
  for (const action of pending()) {
    if (isPutOff(action)) held.add(lineOf(action));
    if (!held.has(lineOf(action))) return action;
  }
  return null;
}

/** Everything is answered: "saved" only if nothing waits for a decision. */
function rest(state) {
  calm = state;
  undecided = stopped().length;
  if (!undecided) note("outbox", state);
  else note("outbox", "unsaved", { brief: `${undecided} to decide`, words: `${undecided} for you to decide.` });
}

/** While something is not saved, the page continues to say so. */
function saying() {
  if (failures || standing().length) return;
  note("outbox", "saving");
}

function fails(action, why) {
  failedAt(action, why);
  if (!failureOf(action)) return;
  showUndecided();
  document.dispatchEvent(new CustomEvent("outbox:failing"));
}

function settle(action, kind, answer) {
  failures = 0;
  forget(action);
  if (kind === "done") store.remove(action);
  else {
    const body = { ...action.body, seen: answer.version ?? action.body.seen };
    const why = { refused: reasonIn(answer), conflict: kind === "conflict", reused: "key" in answer };
    store.put({ ...action, body, ...why });
  }
  if (action.whole && kind !== "refused") supersede(action);
  tell({ action, kind, answer });
  tabs?.postMessage({ action, kind, answer });
}

/** An action that replaces all of an item decides earlier conflicts. */
function supersede({ item, key, undoing, after }) {
  for (const old of conflictsOf(item)) {
    if (old.key !== key && (!undoing || old.key === after)) store.remove(old);
  }
}

function tell({ action, kind, answer }) {
  if (Number.isInteger(answer.version)) versions.set(action.item, seen(action.item, answer.version));
  const calls = callbacks.get(action.key) ?? {};
  if (kind === "done") callbacks.delete(action.key);
  const call = { done: calls.onDone, conflict: calls.onConflict, refused: calls.onRefused }[kind];
  call?.(answer, action);
  document.dispatchEvent(new CustomEvent(`outbox:${kind}`, { detail: { action, answer } }));
  showUndecided();
}

/** Report what other windows settled, once it is out of this one's storage.
 *
 * A message arrives before the storage changes: reported at once, the action would
 * still count as waiting.
 */
function tellEarly() {
  const waiting = new Set(pending().map(({ key }) => key));
  while (early.length && !waiting.has(early[0].action.key)) tell(early.shift());
}

/** Return what to show the person of the actions that are not sent by themselves. */
function standing() {
  const shown = store.all().filter(({ item, conflict }) => !(conflict && claimed.has(item)));
  return shown
    .map((action) => ({ ...action, reason: action.refused || failureOf(action) }))
    .filter(({ reason }) => reason);
}

function showUndecided() {
  showUnsent(standing(), { again, leave: discard });
  if (stopped().length !== undecided && !pending().length) rest(calm);
}

/** Repeat an action on the current version; the page may adjust it before. */
function again({ reason, refused, conflict, reused, ...old }) {
  if (refused) {
    const action = reused ? { ...old, key: newKey() } : old;
    document.dispatchEvent(new CustomEvent("outbox:again", { detail: { action } }));
    queue(action);
    store.remove(old);
  } else retry();
  showUndecided();
}

const isMadeHere = ({ page = "" }) => page.split("?")[0] === location.pathname;

/** Drop an action at its person's request, and offer to restore it in the same place. */
function discard(action) {
  leave(action);
  const words = `Discarded: ${brief(action.words || "a label")}.`;
  const restore = () => {
    store.put(action);
    showUndecided();
  };
  if (action.refused) mentionDiscarded(words, restore);
}

/** Drop an action; those waiting after it can then be sent. */
function leave(action) {
  forget(action);
  for (const next of pending()) {
    if (next.after === action.key) store.put({ ...next, after: action.after });
  }
  store.remove(action);
  if (!action.refused && isMadeHere(action)) location.reload(); // it shows the dropped action
  showUndecided();
  if (pending().length) drain();
  else rest(calm);
}

async function afterSignIn() {
  note("outbox", "unsaved", { brief: keptHere("Signed out"), words: "you are signed out.", retry });
  if (await signInAgain()) drain();
}

const keptHere = (why) => `${why} · ${pending().length} kept here`;

/** Return the rows of the list of what waits: to be decided first, then to be sent. */
function rows() {
  const waiting = new Set(standing().map(({ key }) => key));
  const claims = stopped().filter(({ key }) => !waiting.has(key));
  const others = pending().filter(({ key }) => !waiting.has(key));
  const choices = { again, leave: discard };
  return [
    ...standing().map((action) => unsentRow(action, choices)),
    ...claims.map(claimedRow),
    ...others.map(waitingRow),
  ];
}

function later(reason) {
  failures += 1;
  const words = `${reason.replace(/\.$/, "")}. It is tried again by itself.`;
  const brief = keptHere(reason === OFFLINE ? "Offline" : "Not saved");
  note("outbox", "unsaved", { brief, words, retry });
  timer = setTimeout(drain, waitAfter(failures));
}

function retry() {
  hurry();
  drain();
}

function wake() {
  if (document.visibilityState === "visible" && pending().length) drain();
}

tabs?.addEventListener("message", ({ data }) => {
  early.push(data);
  tellEarly();
});
addEventListener("storage", () => {
  tellEarly();
  showUndecided();
});
if (person) lists(rows);
addEventListener("online", wake);
document.addEventListener("visibilitychange", wake);
