/** The box in an item's row for its words, or for where it belongs. */

import { discard, putAway, takeUp } from "../../../outbox/drafts.js";
import { tell } from "../../../components/live.js";
import { choiceIn, chosen, editor, one, textOf, together } from "./list.js";

export const box = () => document.getElementById("box");
const words = () => box()?.querySelector("textarea");

/** Return whether a box contains unsaved words. */
export const unsaved = () => Boolean(words() && words().value !== words().defaultValue);

const what = {
  add: () => `New ${one}`,
  reword: (row) => `Rewording of “${textOf(row)}”`,
  split: (row) => `Split of “${textOf(row)}”`,
  merge: () => `Merger of ${together().map((row) => `“${textOf(row)}”`).join(" and ")}`,
  map_new: (row) => `New sub-narrative for “${textOf(row)}”`,
};

const start = {
  reword: (row) => textOf(row),
  split: (row) => textOf(row),
  merge: () => together().map(textOf).join("; "),
};

/** The initial selection: for a merge everything after the first text, to be rewritten. */
const SELECTED = {
  split: () => [0, 0],
  merge: (text) => [textOf(together()[0]).length, text.length],
};

let filled = (_row) => {}; // a screen's own part of an open box

/** Add a screen's own boxes: what each is about, its initial words, and what `fills` an open one. */
export function addBoxes(own) {
  filled = own.fills ?? filled;
  Object.assign(what, own.what);
  Object.assign(start, own.start);
}

/** Open the box of an action at the selected item, with its initial words. */
export function open(action) {
  const row = chosen()?.closest(".nugget");
  if (!row && action !== "add") {
    tell(`Choose a ${one} first.`);
    return;
  }
  if (action === "merge" && together().length < 2) {
    tell("There is none above to merge with: mark two.");
    return;
  }
  leave({ focus: false });
  const made = editor().querySelector(`template[data-box="${action}"]`).content.cloneNode(true);
  (row ?? editor().querySelector("fieldset")).append(made);
  fill(action, row);
  box().scrollIntoView({ block: "nearest" });
  document.getElementById("box-words").focus();
}

/** Return where unfinished words are stored: a new item's for the list, others' for theirs.
 */
function placeOf(action, row) {
  const names = action === "merge" ? together() : action === "add" ? [] : [row];
  const uuids = names.map((each) => choiceIn(each).value);
  return [editor().dataset.place ?? editor().dataset.version, action, ...uuids].join(".");
}

function fill(action, row) {
  const field = words();
  if (field) {
    const first = start[action]?.(row) ?? "";
    takeUp(field, placeOf(action, row), first, { what: what[action](row) });
    const end = field.value.length;
    const [from, to] = (unsaved() ? null : SELECTED[action]?.(first)) ?? [end, end];
    field.setSelectionRange(from, to);
  } else if (box().querySelector("select")) {
    box().querySelector("select").value = row.dataset.goal;
  }
  filled(row);
  const source = box().querySelector("[name=source]");
  if (source) {
    source.value = document.getElementById("passage").dataset.uuid;
    source.checked = Boolean(source.value);
  }
  if (action === "reword") row.querySelector(".text").hidden = true;
}

/** Close the box, leaving the item unchanged; unless `done`, its words are kept for later.
 *
 * @param {{focus?: boolean, done?: (field: PageElement) => void}} how
 */
export function leave({ focus = true, done = () => {} } = {}) {
  const row = box()?.closest(".nugget");
  if (words()) done(words());
  box()?.remove();
  if (row) row.querySelector(".text").hidden = false;
  if (focus) chosen()?.focus();
  document.dispatchEvent(new CustomEvent("box:closed"));
}

export const sent = () => leave({ done: putAway });
export const discarded = () => leave({ done: discard });

/** Return the content of the open box, null without one. */
export function stash() {
  if (!box()) return null;
  const [start, end] = words() ? [words().selectionStart, words().selectionEnd] : [];
  return { action: box().querySelector("[name=box]").value, value: words()?.value, start, end };
}

/** Open a box again with its former content. */
export function restore({ action, value, start, end }) {
  open(action);
  if (!words() || value === undefined) return;
  words().value = value;
  words().setSelectionRange(start, end);
}

/** Handle a key in the box: `save` is called for Enter, or for a sub-narrative's letter. */
export function pressed(event, save) {
  const { target, key } = event;
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (key === "Escape") {
    event.preventDefault();
    leave();
    return;
  }
  const letter = CSS.escape(key.toLowerCase());
  const option = plain && target.matches("select") && target.querySelector(`[data-letter="${letter}"]`);
  if (option) option.selected = true;
  const line = "lines" in target.dataset && plain;
  const enter = key === "Enter" && !event.shiftKey && !line && !target.matches("a, button, [type=checkbox]");
  if (!enter && !option) return;
  event.preventDefault();
  if (!event.isComposing) save();
}
