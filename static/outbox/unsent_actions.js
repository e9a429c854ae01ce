/** Actions that are not saved by themselves: each with its reason, its page, and its choices.
 */

import { button, row } from "./save_state.js";

const place = () => document.getElementById("unsent");
let shown = "";

/** Show the actions that wait for their person on the page, until each is settled. */
export function showUnsent(actions, choices) {
  const now = JSON.stringify(actions.map(({ key, reason }) => [key, reason]));
  if (!place() || now === shown) return;
  shown = now;
  const held = place().contains(document.activeElement);
  const list = document.createElement("ul");
  list.append(...actions.map((action) => unsentRow(action, choices)));
  place().replaceChildren(list);
  place().hidden = !actions.length;
  if (held) (list.querySelector("button") ?? afterIt()).focus();
}

const afterIt = () =>
  document.querySelector("[data-focus], #editor [name=nugget]:checked") ?? document.getElementById("main");

/** Return the row of an action with its choices: again(action), leave(action). */
export function unsentRow(action, { again, leave }) {
  const item = row(`Not saved: ${action.words || "a label"}. ${sentence(action.reason)}`);
  item.dataset.undecided = "";
  const [keep, drop] = action.conflict ? ["Keep mine", "Discard mine"] : ["Try again", "Discard"];
  item.append(button(keep, () => again(action)), button(drop, () => leave(action)));
  if (action.page) item.append(link(action.page));
  return item;
}

/** Return the row of an action that only waits to be sent. */
export const waitingRow = ({ words }) => row(`Kept here: ${words || "a label"}`);

/** Return the row of a conflict that its page shows itself, with both versions. */
export function claimedRow({ words }) {
  const lead = () => {
    document.querySelector("dialog[open]")?.close();
    document.querySelector(".undecided:not([hidden]) button")?.focus();
  };
  const made = row(`Not saved: ${words || "a label"}. Both versions are on this page.`, "Decide", lead);
  made.dataset.undecided = "";
  return made;
}

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

function link(page) {
  const made = document.createElement("a");
  made.href = page;
  made.textContent = "Go to its page";
  return made;
}
