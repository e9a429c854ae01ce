/** The labels of this work as this page knows them: given, undone, changed elsewhere.
 *
 * A screen declares its own parts: `said`, the names of a label's fields other than its
 * version; `words(label)`, its description; `changed(item)` draws it again. For each
 * label the page gives its `body`, which identifies the item to the server, what it is
 * `about` in words, and the `place` and `address` of its page.
 */

import { clock } from "./clock.js";
import { pending, send } from "../../outbox/outbox.js";
import { lastListed, notListed } from "./recent_labels.js";
import { addSkip, dropSkip, dropSkips, lastSkip } from "./skips.js";

const EMPTY = { value: "", ticks: [], note: "" };
const known = new Map(); // item → its label: newer than a prefetched page
const undoable = []; // {item, before, left}: its version, null until the response; or a skip
const OVERTAKEN = -1; // “left” by an act that another change overtook
const own = new Set(); // keys of what this page sent
let screen = null;

export const count = { done: 0, skipped: 0 };

const api = () => document.getElementById("sheet").dataset.api;
const whatIsSaid = (label) => Object.fromEntries(screen.said.map((name) => [name, label[name]]));

/** Begin with a screen, which says how its labels are sent, drawn and described. */
export function openLabels(described) {
  screen = described;
}

export const labelOf = (item) => known.get(item);

/** Store what a page shows of a label, unless this browser has a newer state. */
export function learn(item, shown) {
  const before = known.get(item);
  const waiting = pending().findLast((action) => action.item === api() + item)?.body;
  const better = before && before.seen >= shown.seen ? before : null;
  const label = { ...shown, ...(better ?? {}), about: shown.about, place: shown.place };
  if (waiting) Object.assign(label, whatIsSaid({ ...label, ...waiting }));
  label.seen = Math.max(shown.seen, before?.seen ?? 0);
  label.skipped = label.value ? false : (before?.skipped ?? shown.skipped ?? false);
  known.set(item, label);
  return label;
}

/** Replace a label; return its previous state. */
function put(item, change) {
  const before = known.get(item);
  const after = { ...before, ...change };
  if (after.value) after.skipped = false;
  count.done += Number(Boolean(after.value)) - Number(Boolean(before.value));
  count.skipped += after.skipped - before.skipped;
  known.set(item, after);
  return before;
}

/** Change a label, on this page or an earlier one, and queue it. */
export function give(item, change, { undoing = false } = {}) {
  const activeMs = clock.item === item ? clock.take() : 0;
  const before = put(item, change);
  if (!undoing) {
    undoable.push({ item, before });
    dropSkips();
  }
  // An undone label returns to the result of the act before.
  const act = undoable.findLast((each) => each.item === item && !each.skip) ?? {};
  act.left = null;
  const label = known.get(item);
  const mine = whatIsSaid(label);
  notListed(item);
  const key = send({
    url: api(),
    item: api() + item,
    body: { ...label.body, ...mine, seen: label.seen },
    words: `${screen.words(label)} for “${label.about}”`,
    whole: true,
    undoing,
    page: label.address,
    activeMs,
    onDone: (answer) => {
      known.get(item).seen = answer.version;
    },
    onConflict: () => {
      act.left = OVERTAKEN;
    },
  });
  act.key = key;
  own.add(key);
}

/** Return whether this page sent an action. */
export const isOwn = ({ key }) => own.has(key);

/** Mark an item as skipped: it counts as passed and is not asked for again. */
export function skip(item) {
  const before = put(item, { skipped: true });
  undoable.push({ item, before, skip: true });
  addSkip(item, before.address);
}

/** Remove and return the last undoable label or skip; null if there is none.
 *
 * After those of this page come the skips of the previous one, and the labels that the
 * server lists. A skip that a label took back is omitted.
 */
export function lastGiven() {
  const last = undoable.pop() ?? lastSkip() ?? lastListed();
  if (!last?.skip || known.get(last.item)?.skipped !== false) return last;
  dropSkip(last.item);
  return lastGiven();
}

/** Put a label or a skip back that could not be undone. */
export const notUndone = (last) => undoable.push(last);

/** Take a skip back; return its item's state, null if it is no longer skipped. */
export function unskip({ item }) {
  dropSkip(item);
  return known.get(item)?.skipped ? put(item, { skipped: false }) : null;
}

/** Restore a label's previous state; return the state it replaced, null if it was changed since.
 *
 * Changes by another window, machine or person are not this person's to undo.
 */
export function giveBack({ item, before, left }) {
  const stood = known.get(item);
  if (!stood || (left !== null && stood.seen !== left)) {
    notListed(item);
    return null;
  }
  give(item, whatIsSaid(before), { undoing: true });
  return stood;
}

export const isOpen = (item) => !known.get(item).value && !known.get(item).skipped;

/** Return whether this page saw every item of an address labelled or skipped. */
export function isComplete(address) {
  const there = [...known].filter(([, label]) => label.address === address);
  return there.length > 0 && there.every(([item]) => !isOpen(item));
}

/** Show the label's state for an action in the outbox, if this page knows the item.
 *
 * @param {{url: string, item: string}} action
 * @param {object} says
 * @param {{seen?: number, elsewhere?: boolean}} how
 */
function restate({ url, item }, says, { seen, ...how }) {
  const which = item.slice(api().length);
  const label = known.get(which);
  if (url !== api() || !label) return;
  const stands = whatIsSaid({ ...label, ...says });
  const elsewhere = JSON.stringify(stands) !== JSON.stringify(whatIsSaid(label));
  put(which, { ...stands, seen: Math.max(seen ?? 0, label.seen) });
  notListed(which);
  screen.changed(which, { elsewhere, ...how });
}

/** Show changes of other windows of this browser here, before they can be overwritten. */
document.addEventListener("outbox:done", ({ detail: { action, answer } }) => {
  for (const act of undoable) if (act.key === action.key) act.left = answer.version;
  const label = known.get(action.item.slice(api().length));
  if (isOwn(action) || !(answer.version > label?.seen)) return;
  restate(action, action.body, { seen: answer.version });
});

document.addEventListener("outbox:conflict", ({ detail: { action, answer } }) => {
  restate(action, { ...EMPTY, ...answer }, { seen: answer.version });
});

/** The person's label that another change overtook, once it is given again. */
document.addEventListener("outbox:again", ({ detail: { action } }) => {
  const item = action.item.slice(api().length);
  if (known.has(item)) undoable.push({ item, before: known.get(item), left: null, key: action.key });
  restate(action, action.body, { elsewhere: false });
});
