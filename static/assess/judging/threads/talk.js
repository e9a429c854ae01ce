/** Flag, skip or comment: written in a dialog, sent through the outbox, shown at once.
 *
 * Remarks about an item are in `.threads`, one thread each; only the current item's is
 * shown.
 */

import { answerOf } from "../../../components/dialogs.js";
import { keep, putAway, takeUp } from "../../../outbox/drafts.js";
import { chord, isPlain, keysOf, typesText, usesKeys } from "../../../components/keys.js";
import { say } from "../../../components/live.js";
import { pending, send } from "../../../outbox/outbox.js";

const DONE = { flag: "flagged", skip: "skipped", comment: "commented", unskip: "skip undone" };
const dialog = document.getElementById("talk");
const box = document.getElementById("talk-text");
const problem = dialog.querySelector("[role=alert]");

const api = () => dialog.dataset.api;
const list = () => document.querySelector(".threads");
const reasons = () => [...dialog.querySelectorAll("[name=reason]")];
const chosen = () => reasons().find((each) => each.checked);

const threadOf = (item) =>
  [...list().querySelectorAll(".thread")].find((each) => each.dataset.item === item);

function made(name, words = "", classes = "") {
  const element = document.createElement(name);
  element.textContent = words;
  element.className = classes;
  return element;
}

function newThread(item, about) {
  const thread = made("div", "", "thread");
  const head = made("h3", `${about} · `, "eyebrow");
  head.append(made("span", "", "state"));
  thread.dataset.item = item;
  thread.append(head, made("ol", "", "remarks"));
  list().append(thread);
  return thread;
}

/** Add a remark made here to the page, before the server has it.
 *
 * @param {{item: string, about: string, kind: string, key: string, reason?: string, text?: string}} remark
 */
function show({ item, about, kind, reason, text, key }) {
  const thread = threadOf(item) ?? newThread(item, about);
  if (thread.querySelector(`[data-said="${key}"]`)) return;
  const words = reasons().find((each) => each.value === reason)?.dataset.words;
  const verb = { flag: " flagged it", skip: " skipped it", comment: "", unskip: " undid the skip" }[kind];
  const line = made("li");
  line.dataset.said = key;
  line.append(made("p", `You${verb}${words ? `: ${words}` : ""} · just now`, "fine soft"));
  if (text) line.append(made("p", text, "whole"));
  thread.querySelector(".remarks").append(line);
  if (kind === "skip") thread.dataset.skipped = "";
  if (kind === "unskip") delete thread.dataset.skipped;
  if (kind !== "comment" || !thread.querySelector(".state").textContent) {
    thread.querySelector(".state").textContent = DONE[kind];
  }
}

/** Add unsent remarks to a prefetched page; those about other items are left out. */
export function showUnsent(items) {
  for (const { url, key, body, words } of pending()) {
    if (url === api() && items.includes(body.item)) show({ ...body, key, about: words });
  }
}

/** Show only the threads about one item. */
export function showTalk(item) {
  for (const thread of list().querySelectorAll(".thread")) thread.hidden = thread.dataset.item !== item;
}

/** Return in a word what was done to an item, "" for nothing. */
export function stateOf(item, { labelled }) {
  const words = threadOf(item)?.querySelector(".state").textContent ?? "";
  return words === "skipped" && labelled ? "flagged" : words;
}

/** Mark on a row what was done to it: flagged, skipped, answered. */
export function tag(row, words) {
  row.querySelector(".tag.talked")?.remove();
  if (!words) return;
  const label = made("span", words, "tag talked");
  const text = row.querySelector(".text");
  if (text) text.after(label);
  else row.querySelector("header").append(label);
}

function lay(mode, { item, about, labelled }) {
  for (const part of dialog.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== mode;
  dialog.querySelector('[value="skip"]').hidden = mode !== "flag" || labelled;
  document.getElementById("talk-title").textContent =
    mode === "comment" ? "Comment" : labelled ? "Flag" : "Flag or skip";
  document.getElementById("talk-about").textContent = about;
  const before = threadOf(item)?.querySelector(".remarks").cloneNode(true);
  document.getElementById("talk-before").replaceChildren(...(before ? [before] : []));
  const what = `${mode === "comment" ? "Comment" : "Flag"} on “${about}”`;
  const more = () => ({ reason: chosen()?.value ?? "" });
  const draft = takeUp(box, `${api()}${item}.${mode}`, "", { what, more });
  for (const each of reasons()) each.checked = each.value === draft?.reason;
  problem.hidden = true;
}

function missing(kind) {
  const has = box.value.trim() || (kind !== "comment" && chosen());
  problem.hidden = Boolean(has);
  if (!has) (kind === "comment" ? box : reasons()[0]).focus();
  return !has;
}

/** Queue the dialog's content; until it is queued, its words are nowhere else. */
function sendSaid(kind, { item, about }) {
  const reason = kind === "comment" ? "" : (chosen()?.value ?? "");
  const body = { item, kind, reason, text: box.value.trim() };
  const words = `${kind === "comment" ? "a comment" : `the ${kind}`} on “${about}”`;
  const key = send({ url: api(), item: api() + item, body, words });
  putAway(box);
  return { ...body, key, about };
}

/** Ask for a flag, a skip or a comment and queue it; return which it was, "" for none. */
export async function openTalk(mode, about) {
  lay(mode, about);
  dialog.showModal();
  (mode === "comment" ? box : reasons()[0]).focus();
  const said = await answerOf(dialog, (kind) => sendSaid(kind, about));
  if (!said) return "";
  const done = DONE[said.kind];
  show(said);
  say(`${done[0].toUpperCase()}${done.slice(1)}.`);
  return said.kind;
}

/** Ask for a skipped item again. */
export function undoSkip({ item, about }) {
  const body = { item, kind: "unskip" };
  const key = send({ url: api(), item: api() + item, body, words: `the skip of “${about}” undone` });
  show({ ...body, key, about });
}

/** Pages where nothing is skipped. */

let page = null;

/** Add flags and comments to a page's keys: `inHand()` returns {item, about}, or null.
 *
 * In a list, `rows()` are the selectable rows, and `itemOf(row)` names one.
 */
export function openTalks({ inHand, rows = () => [], itemOf = () => "" }) {
  page = { inHand, rows, itemOf };
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-talk]");
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    const about = inHand();
    if (!about) say("Choose what it is about first.");
    else if (await openTalk(link.dataset.talk, { ...about, labelled: true })) refreshTalk();
  });
  refreshTalk();
}

/** Show the threads about the current item, and mark the rows that have some. */
export function refreshTalk() {
  if (!page || !list()) return;
  const item = page.inHand()?.item;
  const rows = page.rows();
  showUnsent([item, ...rows.map(page.itemOf)]);
  showTalk(item);
  for (const row of rows) tag(row, stateOf(page.itemOf(row), { labelled: true }));
}

dialog.addEventListener("change", ({ target }) => {
  if (target.name === "reason" && box.value) keep(box);
});

dialog.addEventListener("submit", (event) => {
  if (missing(event.submitter?.getAttribute("value"))) event.preventDefault();
});

/** The keys of the dialog: its own, never those of the page below, never while typing. */
dialog.addEventListener("keydown", (event) => {
  const held = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
  if (held || !usesKeys || typesText(event.target)) return;
  const keyed = [...dialog.querySelectorAll("[data-key]")].filter((each) => each.offsetParent);
  const pressed = keyed.find((each) => keysOf(each).includes(chord(event)));
  if (!pressed) return;
  event.preventDefault();
  pressed.focus();
  pressed.click();
});
