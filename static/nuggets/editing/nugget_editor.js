/** The nugget list, next to the passages that its nuggets come from. */

import { tell } from "../../components/live.js";
import { openTalks, refreshTalk } from "../../assess/judging/threads/talk.js";
import {
  choiceIn, choose, chosen, drop, editor, goal, made, rowOf, rows, textOf, titleOf, word,
} from "../../assess/judging/lists/list.js";
import { openList, perform } from "../../assess/judging/lists/list_editor.js";
import { begin, chosenSpan, concerns, pressed as inPassage, reach, release, show, showSoon } from "./nugget_passage.js";

/** Drawings. */

function split(row, { text }) {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  word(row, lines[0]);
  lines.slice(1).reduce((last, line) => made(line, "", last), row);
}

function merge(_row, { text, marked }) {
  const [top, ...others] = marked.map(rowOf).filter(Boolean);
  if (!top) return;
  word(top, text);
  choose(top);
  for (const other of others) other.remove();
}

const add = (row, { text }, key) => choose(made(text.trim(), key, row));

/** Descriptions. */

const SAYS = {
  vital: (_said, { place }) => `vital: nugget ${place}`,
  okay: (_said, { place }) => `okay: nugget ${place}`,
  unset: (_said, { place }) => `no importance: nugget ${place}`,
  up: (_said, { place }) => (place > 1 ? `moved up: now nugget ${place - 1}` : "The first one already."),
  down: (_said, { place, all }) => (place < all ? `moved down: now nugget ${place + 1}` : "The last one already."),
  delete: (_said, { row }) => `deleted: ${textOf(row)}`,
  add: ({ text }) => `new: ${text.trim()}`,
  span: ({ text }) => `new: ${text.trim()}`,
  reword: ({ text }) => `now: ${text.trim()}`,
  split: ({ text }) => `split in ${text.split("\n").filter((line) => line.trim()).length}`,
  merge: ({ text }) => `merged: ${text.trim()}`,
  map: ({ subnarrative }) => `mapped to ${titleOf(subnarrative) || "none"}`,
  map_new: ({ wording }) => `mapped to ${wording.trim()}`,
};

/** Return the edit with the words chosen in the passage; null if none are. */
function withSpan(base) {
  const found = chosenSpan();
  if (!found) tell("Choose a sentence of the passage first.");
  return found && { ...base, span: found.span, text: [...found.text].slice(0, 2000).join("") };
}

/** Threads about the nuggets. */

const itemOf = (row) => `${editor().dataset.version}:${choiceIn(row).value}`;

function inHand() {
  const row = chosen()?.closest(".nugget");
  return row ? { item: itemOf(row), about: `Nugget “${textOf(row)}”` } : null;
}

openList({
  fields: ["text", "wording", "subnarrative", "source"],
  onNone: ["undo", "redo", "add", "span"],
  words: {
    add: "a new nugget",
    span: "a nugget of the passage’s words",
    map: "mapping",
    map_new: "mapping",
  },
  says: (said, at) => SAYS[said.action]?.(said, at),
  draws: {
    delete: drop,
    add,
    span: add,
    reword: (row, { text }) => word(row, text.trim()),
    split,
    merge,
    map: (row, { subnarrative }) => goal(row, titleOf(subnarrative)),
    map_new: (row, { wording }) => goal(row, wording.trim()),
  },
  bodies: { span: withSpan },
  sent: (action) => action === "span" && release(),
  edited: () => {
    refreshTalk();
    showSoon();
  },
  selected: () => {
    reach();
    refreshTalk();
    showSoon();
  },
  arrived: () => {
    reach();
    refreshTalk();
    show();
  },
  pressed: (event) => {
    if (!concerns(event)) return false;
    inPassage(event, () => perform("span"));
    return true;
  },
  begin: () => {
    reach();
    begin();
    openTalks({ inHand, rows, itemOf });
  },
});
