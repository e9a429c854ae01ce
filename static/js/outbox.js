/** The one outbox: every judging write waits here until the server has it.
 *
 * Sent in order, one at a time, each with its idempotency key; kept across reloads,
 * for the person who made it and nobody else.
 */

import { staying } from "./leaving.js";
import { note } from "./save.js";
import { csrfToken, person, signInAgain, who } from "./session.js";
import { Store } from "./store.js";
import { showRefused } from "./unsent.js";

const WAITS = [1, 2, 4, 8, 16, 30]; // seconds between tries
const PATIENCE = 20; // seconds for one answer
const KEEPALIVE = 60_000; // characters that a leaving page may still send

const store = new Store(person);
const callbacks = new Map();
const versions = new Map();
const early = []; // told by other windows before this one's storage has it
const tabs = "BroadcastChannel" in window ? new BroadcastChannel(`assay.outbox.${person}`) : null;
let number = 0;
let failures = 0;
let draining = false;
let timer = null;

/** Queue one action and send it; `item` names what it judges, `words` says it to people.
 *
 * With `keep`, one that was overtaken stays on the page, across reloads, until the
 * person tries it again or discards it.
 */
export function send({ url, body = {}, item = "", words = "", activeMs = 0, keep = false, ...calls }) {
  const action = {
    key: newKey(),
    number: (number += 1),
    url,
    item,
    words,
    body: { ...body, seen: seen(item, body.seen) },
    after: pending().findLast((other) => item && other.item === item)?.key ?? null,
    made: new Date().toISOString(),
    activeMs,
    keep,
  };
  store.put(action);
  callbacks.set(action.key, calls);
  drain();
  return action.key;
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

/** Send what an earlier page left, and show what the server refused. */
export function resume() {
  if (!person) return;
  listRefused();
  if (pending().length) drain();
  else rest("idle");
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
  if (!pending().length) return "sent";
  for (let next = pending(); next.length; next = pending()) {
    saying(next.length);
    const outcome = await attempt(next[0]);
    if (outcome !== "settled") return outcome;
    failures = 0;
  }
  rest("saved");
  return "sent";
}

/** Everything is answered: "saved" only where the server refused nothing. */
function rest(state) {
  const refused = store.all().filter((action) => action.refused).length;
  if (!refused) note("outbox", state);
  else note("outbox", "unsaved", { words: `${refused} refused, see above.` });
}

/** While the server fails, the page goes on saying so until something is saved. */
function saying(count) {
  if (failures) return;
  note("outbox", "saving", { words: count > 1 ? `${count} labels` : "" });
}

async function attempt(action, again = true) {
  const reply = await post(action).catch(() => null);
  await staying();
  if (!reply) return "no connection to the server";
  if (reply.type === "opaqueredirect" || reply.status === 401) return "sign-in";
  if (reply.status === 403 && again) return forbidden(action);
  if (reply.status >= 500 || [408, 425, 429].includes(reply.status)) {
    return `the server failed (${reply.status})`;
  }
  const answer = await reply.json().catch(() => null);
  if (reply.ok && !answer) return "the answer was not the server's own";
  settle(action, kindOf(reply), answer ?? { detail: `The server answered ${reply.status}` });
  return "settled";
}

/** A 403 is a stale CSRF token, an ended session, or a real refusal: ask, then repeat. */
async function forbidden(action) {
  const user = await who().catch(() => undefined);
  if (user === undefined) return "no connection to the server";
  return user === person ? attempt(action, false) : "sign-in";
}

function post({ url, body, key, after, made, activeMs }) {
  const text = JSON.stringify({
    ...body,
    key,
    ...(after ? { after } : {}),
    client_time: made,
    active_ms: Math.round(activeMs),
  });
  return fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "X-CSRFToken": csrfToken(),
      "X-Assay-User": person,
    },
    body: text,
    redirect: "manual",
    keepalive: text.length < KEEPALIVE,
    signal: AbortSignal.timeout(PATIENCE * 1000),
  });
}

function kindOf(reply) {
  if (reply.ok) return "done";
  return reply.status === 409 ? "conflict" : "refused";
}

function settle(action, kind, answer) {
  if (kind === "refused" || (kind === "conflict" && action.keep)) {
    const body = { ...action.body, seen: answer.version ?? action.body.seen };
    store.put({ ...action, body, refused: reasonOf(answer) });
  } else store.remove(action);
  tell({ action, kind, answer });
  tabs?.postMessage({ action, kind, answer });
}

function tell({ action, kind, answer }) {
  if (Number.isInteger(answer.version)) versions.set(action.item, seen(action.item, answer.version));
  const calls = callbacks.get(action.key) ?? {};
  callbacks.delete(action.key);
  const call = { done: calls.onDone, conflict: calls.onConflict, refused: calls.onRefused }[kind];
  call?.(answer, action);
  document.dispatchEvent(new CustomEvent(`outbox:${kind}`, { detail: { action, answer } }));
  listRefused();
}

/** Tell what other windows settled, once it waits in this one's storage no more.
 *
 * A message overtakes the storage: told at once, the action would count as one whose
 * answer is still to come.
 */
function tellEarly() {
  const waiting = new Set(pending().map(({ key }) => key));
  while (early.length && !waiting.has(early[0].action.key)) tell(early.shift());
}

function reasonOf(answer) {
  if (typeof answer.detail === "string") return answer.detail;
  return Object.values(answer).flat().map(String).join(" ");
}

function listRefused() {
  const refused = store.all().filter((action) => action.refused);
  showRefused(refused, { retry: retryRefused, discard });
}

/** Tried again, an action is on what stands now, and behind no other. */
function retryRefused({ refused: _reason, ...action }) {
  const body = { ...action.body, seen: seen(action.item, action.body.seen) };
  store.put({ ...action, body, after: null });
  listRefused();
  drain();
}

function discard(action) {
  store.remove(action);
  listRefused();
  if (!pending().length) rest("idle");
}

async function afterSignIn() {
  note("outbox", "unsaved", { words: "you are signed out.", retry: drain });
  if (await signInAgain()) drain();
}

function later(reason) {
  const wait = WAITS[Math.min(failures, WAITS.length - 1)];
  failures += 1;
  const waiting = pending().length;
  const words = `${reason}. ${waiting} waiting here, to be tried again.`;
  note("outbox", "unsaved", { words, retry: drain });
  timer = setTimeout(drain, wait * 1000);
}

function wake() {
  if (document.visibilityState === "visible" && pending().length) drain();
}

tabs?.addEventListener("message", ({ data }) => {
  early.push(data);
  tellEarly();
});
addEventListener("storage", tellEarly);
addEventListener("online", wake);
document.addEventListener("visibilitychange", wake);
