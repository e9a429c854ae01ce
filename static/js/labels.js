/** The labels of this work as this page knows them: given, undone, changed elsewhere.
 *
 * A screen says what is its own: `said`, the names of what a label says besides its
 * version; `words(label)`, what that is to people; `changed(item)` draws it again. Of each
 * label the page tells its `body`, which names the item to the server, what it is `about`
 * in words, and the `place` and `address` of its page.
 */

import { clock } from "./clock.js";
import { pending, send } from "./outbox.js";
import { lastListed, listedTime, notListed, remember } from "./recent.js";
import { addSkip, dropSkip, dropSkips, lastSkip } from "./skips.js";

const EMPTY = { value: "", ticks: [], note: "" };
const known = new Map(); // item → its label: newer than a page fetched before
const undoable = []; // {item, before, left}: the version it left, null until answered; or skip
const OVERTAKEN = -1; // “left” by an act that somebody else came before
const own = new Set(); // keys of what this page sent
let screen = null;

export const count = { done: 0, skipped: 0 };

const api = () => document.getElementById("sheet").dataset.api;
const whatIsSaid = (label) => Object.fromEntries(screen.said.map((name) => [name, label[name]]));

/** Begin with a screen: its labels are sent, drawn and described as it says. */
export function openLabels(described) {
  screen = described;
}

export const labelOf = (item) => known.get(item);

/** Take over what a page shows of a label, or what this browser knows better. */
export function learn(item, shown) {
  const before = known.get(item);
  const waiting = pending().findLast((action) => action.item === api() + item)?.body;
  const better = before && before.seen >= shown.seen ? before : null;
  const label = { ...shown, ...(better ?? {}), about: shown.about, place: shown.place };
  if (waiting) Object.assign(label, whatIsSaid({ ...label, ...waiting }));
  label.seen = Math.max(shown.seen, before?.seen ?? 0);
  label.active = before ? before.active : listedTime(item);
  label.skipped = label.value ? false : (before?.skipped ?? shown.skipped ?? false);
  known.set(item, label);
  return label;
}

/** Put a label in another's place; return how it stood. */
function put(item, change) {
  const before = known.get(item);
  const after = { ...before, ...change };
  if (after.value) after.skipped = false;
  count.done += Boolean(after.value) - Boolean(before.value);
  count.skipped += after.skipped - before.skipped;
  known.set(item, after);
  return before;
}

/** Change a label, here or on a page shown before, and queue it. */
export function give(item, change, { undoing = false } = {}) {
  const activeMs = clock.item === item ? clock.take() : 0;
  const before = put(item, { ...change, active: known.get(item).active + activeMs });
  if (!undoing) {
    undoable.push({ item, before });
    dropSkips();
  }
  // Undone, a label stands again as the act before left it.
  const act = undoable.findLast((each) => each.item === item && !each.skip) ?? {};
  act.left = null;
  const label = known.get(item);
  const mine = whatIsSaid(label);
  remember(item, label);
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

/** Mark an item as skipped: it is passed, and asked for no more. */
export function skip(item) {
  const before = put(item, { skipped: true });
  undoable.push({ item, before, skip: true });
  addSkip(item, before.address);
}

/** Take the last label or skip out of the undoable ones; null where there is none.
 *
 * Behind those of this page stand the skips of the one before, and the labels that the
 * server lists. A skip that a label took back is none.
 */
export function lastGiven() {
  const last = undoable.pop() ?? lastSkip() ?? lastListed();
  if (!last?.skip || known.get(last.item)?.skipped !== false) return last;
  dropSkip(last.item);
  return lastGiven();
}

/** Put a label or a skip back that could not be undone. */
export const notUndone = (last) => undoable.push(last);

/** Take a skip back; return how its item stood, null where it is skipped no more. */
export function unskip({ item }) {
  dropSkip(item);
  return known.get(item)?.skipped ? put(item, { skipped: false }) : null;
}

/** Give a label as it was before; return how it stood, null where it was changed since:
 * what another window, machine or person left is not mine to undo.
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

/** Tell whether this page saw every item of an address labelled or skipped. */
export function isComplete(address) {
  const there = [...known].filter(([, label]) => label.address === address);
  return there.length > 0 && there.every(([item]) => !isOpen(item));
}

/** Show how the label of an action in the outbox stands, where this page knows the item. */
function restate({ url, item }, says, { seen, ...how }) {
  const which = item.slice(api().length);
  const label = known.get(which);
  if (url !== api() || !label) return;
  const stands = whatIsSaid({ ...label, ...says });
  const elsewhere = JSON.stringify(stands) !== JSON.stringify(whatIsSaid(label));
  put(which, { ...stands, seen: Math.max(seen ?? 0, label.seen) });
  remember(which, known.get(which));
  screen.changed(which, { elsewhere, ...how });
}

/** What another window of this browser did is shown here, before it can be overwritten. */
document.addEventListener("outbox:done", ({ detail: { action, answer } }) => {
  for (const act of undoable) if (act.key === action.key) act.left = answer.version;
  const label = known.get(action.item.slice(api().length));
  if (own.has(action.key) || !(answer.version > label?.seen)) return;
  restate(action, action.body, { seen: answer.version });
});

document.addEventListener("outbox:conflict", ({ detail: { action, answer } }) => {
  restate(action, { ...EMPTY, ...answer }, { seen: answer.version });
});

/** My label that another overtook, once it is given again. */
document.addEventListener("outbox:again", ({ detail: { action } }) => {
  const item = action.item.slice(api().length);
  if (known.has(item)) undoable.push({ item, before: known.get(item), left: null, key: action.key });
  restate(action, action.body, { elsewhere: false });
});
