/** The last labels: those before this page, which can be undone, and the panel that lists all. */

import { chord, keysOf } from "../../components/keys.js";
import { tell } from "../../components/live.js";

const panel = document.getElementById("recent");
const heading = document.getElementById("recent-title");
let earlier = JSON.parse(document.getElementById("earlier")?.textContent ?? "[]");
let before = null; // what had the focus

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

const fresh = () => panel.dispatchEvent(new Event("fresh"));

panel?.addEventListener("htmx:afterSettle", () => {
  if (document.activeElement === heading) panel.querySelector(".recents a")?.focus();
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
  const links = [...panel.querySelectorAll(".recents a")];
  const place = links.findIndex((link) => link === document.activeElement) + step;
  links[Math.max(0, Math.min(place, links.length - 1))]?.focus();
}

panel?.querySelector("[data-shut]").addEventListener("click", closeRecent);
document.addEventListener("outbox:done", () => panel?.hidden === false && fresh());
