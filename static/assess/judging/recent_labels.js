/** The last labels: those before this page, which can be undone, and the panel that lists all. */

import { chord, keysOf } from "../../components/keys.js";
import { tell } from "../../components/live.js";

const panel = document.getElementById("recent");
const heading = document.getElementById("recent-title");
let earlier = JSON.parse(document.getElementById("earlier")?.textContent ?? "[]");
let before = null; // what had the focus
let isLoading = false; // a list of labels is
let isOutdated = false; // a label was saved meanwhile
let focused = null; // the address of the label that has it while a list is replaced, "" for none of them
const links = () => [...panel.querySelectorAll(".recents a")];

/** Return the last label given before this page, in undoable form; null for none.
 *
 * Labels given on this page are undone from its own memory, and are not among these.
 */
export const lastListed = () => earlier[0] ?? null;

/** Forget an earlier label: it can no longer be undone, or was given again. */
export function notListed(item) {
  earlier = earlier.filter((one) => one.item !== item);
}

/** Open the panel, with the last label as the first option; from inside, close it. */
export function openRecent() {
  if (panel.contains(document.activeElement)) {
    closeRecent();
    return;
  }
  before = document.activeElement;
  panel.hidden = false;
  heading.focus();
  fresh();
}

function closeRecent() {
  panel.hidden = true;
  returnToWork();
}

/** Return to the work from a chosen label; a panel that covers the work is closed. */
export function choose() {
  if (getComputedStyle(panel).position === "fixed") panel.hidden = true;
  returnToWork();
}

function returnToWork() {
  const work = before?.isConnected && before !== document.body ? before : document.querySelector("[data-focus]");
  if (work) work.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Read the list again; if one is on its way, once that is in its place and can be replaced. */
function fresh() {
  isOutdated = isLoading;
  if (!isLoading) panel.dispatchEvent(new Event("fresh"));
}

function arrived() {
  isLoading = false;
  if (isOutdated) fresh();
}

panel?.addEventListener("htmx:beforeRequest", () => (isLoading = true));
panel?.addEventListener("htmx:afterRequest", (event) => event.detail.successful || arrived());

/** A fresh list keeps the focus on its label, or has it on the last one. */
panel?.addEventListener("htmx:beforeSwap", () => {
  const { activeElement } = document;
  if (activeElement === heading) focused = "";
  else focused = links().find((link) => link === activeElement)?.href ?? null;
});
panel?.addEventListener("htmx:afterSettle", () => {
  if (focused !== null) (links().find((link) => link.href === focused) ?? links()[0])?.focus();
  focused = null;
  arrived();
});

/** Among the last labels, no key judges the item beside them. */
panel?.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || ["Tab", "Shift"].includes(key)) return;
  if (["Enter", " "].includes(key) && target !== heading) return;
  if (keysOf(document.querySelector("#sheet [data-act=recent]")).includes(chord(event))) return;
  event.preventDefault();
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (key === "Escape") closeRecent();
  else if (step) move(step);
  else if (key === "Enter") tell("Your last labels are loading: press again then.");
  else tell("Enter goes to a label of the list. Esc goes back to the work.");
});

function move(step) {
  const all = links();
  const place = all.findIndex((link) => link === document.activeElement) + step;
  all[Math.max(0, Math.min(place, all.length - 1))]?.focus();
}

panel?.querySelector("[data-shut]").addEventListener("click", closeRecent);
document.addEventListener("outbox:done", () => panel?.hidden === false && fresh());
