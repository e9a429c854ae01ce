/** The nugget list: each key acts at once on the selected nugget; the outbox saves.
 *
 * An edit is drawn and sent; the server's list is fetched once nothing waits. A nugget
 * that the server does not know yet is named by the key of the edit that creates it.
 * Without this script the forms do the same work.
 */

import { clock } from "../../assess/judging/clock.js";
import { mayEdit } from "../../assess/judging/course.js";
import { keysOf } from "../../components/keys.js";
import { say, tell } from "../../components/live.js";
import { openReading } from "../../texts/marks.js";
import { box, discarded, open, pressed as inBox, restore, sent, stash, unsaved } from "./nugget_box.js";
import { editsOf } from "./nugget_edits.js";
import { chosen, draw, editor, rowOf, textOf, titleOf, together } from "./nugget_list.js";
import { begin, chosenSpan, concerns, pressed as inPassage, reach, release, show, showSoon } from "./nugget_passage.js";
import { send } from "../../outbox/outbox.js";
import { Pane } from "../../assess/judging/pane.js";
import { openTalks, refreshTalk } from "../../assess/judging/threads/talk.js";
import { untilDone } from "../../outbox/tries.js";
import { leaveFor } from "../../assess/judging/turn.js";

const REST = 150; // milliseconds before the place is stored
const form = document.getElementById("act");
const { item, ours, waiting } = editsOf(editor().dataset.version);
const marks = new Set(); // names of the marked nuggets
const list = new Pane("editor", "list");
const made = new Map(); // key of an edit made here → it, and the nugget selected right after
let heard = 0; // the newest revision that the server reported
let lead = null; // the nugget to select after an undo, or a refused edit
let asked = ""; // the nugget chosen when the list was asked for
let left = {}; // the person's place when it arrived
let resting = null;
let late = false; // the list is to be fetched once the box is closed
let stale = false; // somebody else changed the list: it has to be seen first

/** Edits. */

const WORDS = {
  unset: "no importance",
  up: "move up",
  down: "move down",
  add: "a new nugget",
  span: "a nugget of the passage’s words",
  reword: "in other words",
  map: "mapping",
  map_new: "mapping",
};

function perform(action, { boxed = false } = {}) {
  if (!mayEdit()) return;
  tell("");
  const templates = editor().querySelector(`template[data-box="${action}"]`);
  if (unsaved() && !boxed) {
    box().querySelector("textarea").focus();
    tell("Save these words first, or discard them.");
  } else if (stale) {
    tell("The list was changed elsewhere. One moment.");
  } else if (templates && !boxed) {
    open(action);
  } else {
    edit(action);
  }
}

function edit(action) {
  const said = body(action);
  if (!said) return;
  const words = wordsOf(said);
  const key = send({
    url: editor().dataset.api,
    item,
    body: { ...said, seen: Number(editor().dataset.seen) },
    words,
    activeMs: clock.take(),
    onDone: (answer) => lands(key, answer),
  });
  sent(); // only now: without a box the list is fetched unless an edit waits
  if (action === "span") release();
  sayEdit(said);
  draw({ key, body: said });
  if (action === "merge") marks.clear();
  lead = null;
  made.set(key, { at: chosen()?.value, action });
  refreshTalk();
  showSoon();
}

/** Return the body of an edit, null if something is missing, which is then announced. */
function body(action) {
  const given = new FormData(form);
  const base = { version: editor().dataset.version, action, nugget: given.get("nugget") };
  if (action === "span") return withSpan(base);
  if (box()) for (const name of ["text", "wording", "subnarrative", "source"]) {
    if (given.has(name)) base[name] = given.get(name);
  }
  if (action === "merge") base.marked = together().map((row) => row.querySelector("input[name=nugget]").value);
  const blank = ["text", "wording"].some((name) => name in base && !base[name].trim());
  if (blank) tell("Write some words first.");
  const nowhere = !base.nugget && !["add", "undo", "redo"].includes(action);
  if (nowhere) tell("Choose a nugget first.");
  return blank || nowhere ? null : base;
}

function withSpan(base) {
  const found = chosenSpan();
  if (!found) tell("Choose a sentence of the passage first.");
  return found && { ...base, span: found.span, text: [...found.text].slice(0, 2000).join("") };
}

function wordsOf({ action, nugget, text, wording }) {
  const what = WORDS[action] ?? action;
  const words = text ?? wording;
  const on = ["undo", "redo", "add", "span"].includes(action) ? "" : ` for “${textOf(rowOf(nugget))}”`;
  return `${what}${on}${words ? `: “${words}”` : ""}`;
}

/** Announce an edit with its nugget; for an undo the server does it. */
function sayEdit({ action, nugget, text, wording, subnarrative }) {
  const row = rowOf(nugget);
  const place = rows().indexOf(row) + 1;
  const says = {
    vital: () => `vital: nugget ${place}`,
    okay: () => `okay: nugget ${place}`,
    unset: () => `no importance: nugget ${place}`,
    up: () => (place > 1 ? `moved up: now nugget ${place - 1}` : "The first one already."),
    down: () => (place < rows().length ? `moved down: now nugget ${place + 1}` : "The last one already."),
    delete: () => `deleted: ${textOf(row)}`,
    add: () => `new: ${text.trim()}`,
    span: () => `new: ${text.trim()}`,
    reword: () => `now: ${text.trim()}`,
    split: () => `split in ${text.split("\n").filter((line) => line.trim()).length}`,
    merge: () => `merged: ${text.trim()}`,
    map: () => `mapped to ${titleOf(subnarrative) || "none"}`,
    map_new: () => `mapped to ${wording.trim()}`,
  };
  if (action in says) say(says[action]());
}

/** Select the nugget of an edit, unless the person has moved on since. */
function leadTo(key, nugget) {
  if (nugget && made.get(key)?.at === chosen()?.value) lead = nugget;
}

function lands(key, { nugget, turned }) {
  const { action } = made.get(key);
  if (["undo", "redo"].includes(action)) {
    leadTo(key, nugget);
    if (turned) say(`${action === "undo" ? "undone" : "done again"}: ${turned}`);
    else tell(`Nothing to ${action}.`);
  }
  made.delete(key);
}

/** The server's own list. */

const behind = () => Number(editor().dataset.seen) < heard;

/** Show the server's list, once nothing waits to be sent and no box is open. */
const refresh = untilDone(async () => {
  if (!mayCome()) return true;
  asked = chosen()?.value ?? "";
  const address = `${editor().dataset.list}?nugget=${lead ?? asked}`;
  const came = await list.show(address, { fits: takeLeave, failing: "it is tried again by itself." });
  if (came) arrived();
  return came !== false && !(came && behind());
});

/** Return whether the list may be replaced: if not, the last response or the box asks again. */
function mayCome() {
  late = Boolean(box()) && !stale;
  return !late && !waiting().length;
}

document.addEventListener("outbox:done", ({ detail }) => {
  if (!ours(detail.action)) return;
  heard = Math.max(heard, detail.answer.version ?? 0);
  refresh();
});

for (const kind of ["conflict", "refused"]) {
  document.addEventListener(`outbox:${kind}`, ({ detail }) => {
    if (!ours(detail.action)) return;
    stale = true;
    if (!box()) leadTo(detail.action.key, detail.action.body.nugget);
    refresh();
  });
}
document.addEventListener("box:closed", () => late && refresh());

/** Record the person's place right before the list is replaced. */
function takeLeave() {
  const focus = document.activeElement === document.body || editor().contains(document.activeElement);
  const name = chosen()?.value ?? "";
  left = { focus, box: stash(), moved: name === asked ? "" : name };
  return mayCome();
}

function arrived() {
  lead = null;
  stale = false;
  for (const each of editor().querySelectorAll("[autofocus]")) each.removeAttribute("autofocus");
  for (const each of editor().querySelectorAll("input[name=marked]")) each.checked = marks.has(each.value);
  const choice = rowOf(left.moved)?.querySelector("input[name=nugget]");
  if (choice) choice.checked = true;
  if (left.focus) chosen()?.focus();
  if (left.box) restore(left.box);
  keepPlace();
  refold();
  reach();
  refreshTalk();
  show();
}

/** Threads about the nuggets. */

const rows = () => [...editor().querySelectorAll(".nuggets .nugget")];
const itemOf = (row) => `${editor().dataset.version}:${row.querySelector("input[name=nugget]").value}`;

function inHand() {
  const row = chosen()?.closest(".nugget");
  return row ? { item: itemOf(row), about: `Nugget “${textOf(row)}”` } : null;
}

/** Keys and clicks. */

function mark() {
  const choice = chosen()?.closest(".nugget").querySelector("input[name=marked]");
  if (!choice) return;
  choice.checked = !choice.checked;
  note(choice);
  say(choice.checked ? `Marked: ${marks.size}` : "Not marked");
}

function note({ checked, value }) {
  if (checked) marks.add(value);
  else marks.delete(value);
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button[name=action]");
    if (!button || button.form !== form) return;
    event.preventDefault();
    event.stopPropagation();
    perform(button.value, { boxed: Boolean(button.closest("#box")) });
  },
  true,
);

document.addEventListener("click", (event) => {
  if (event.target.closest(".close-box")) {
    event.preventDefault();
    discarded();
  }
  const link = event.target.closest("[data-saved-first]");
  if (link && chosen()?.value) link.search = `?nugget=${chosen().value}`;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  leaveFor(link.href);
});

function listed(event) {
  const { target, key } = event;
  const marker = document.getElementById("mark");
  const marks_it = key === " " && target.matches("[name=nugget]") && marker && keysOf(marker).includes("Space");
  const lost = target === document.body && /^Arrow(Up|Down)$/.test(key) && !event.shiftKey;
  if (!marks_it && !lost) return;
  event.preventDefault();
  if (marks_it) mark();
  else chosen()?.focus();
}

// Before the page's keys: Shift and an arrow mean something else in the passage.
document.addEventListener(
  "keydown",
  (event) => {
    if (!(event.target instanceof Element) || document.querySelector("dialog[open]")) return;
    if (event.target.closest("#box")) inBox(event, () => perform(box().querySelector(".save-box").value, { boxed: true }));
    else if (concerns(event)) inPassage(event, () => perform("span"));
    else listed(event);
  },
  true,
);

document.addEventListener("change", ({ target }) => {
  if (target.name === "marked") note(target);
  if (target.name !== "nugget") return;
  lead = null;
  target.closest(".nugget").scrollIntoView({ block: "nearest" });
  reach();
  refreshTalk();
  showSoon();
});

/** Store the nugget in the address after a pause, for a reload of the page. */
function keepPlace() {
  clearTimeout(resting);
  resting = setTimeout(() => {
    const name = chosen()?.value;
    if (name) history.replaceState(history.state, "", `?nugget=${name}`);
  }, REST);
}

/** Folded parts stay folded when the list is replaced. */

function refold() {
  for (const fold of document.querySelectorAll("details[data-fold]")) {
    const folded = sessionStorage.getItem(`fold.${fold.dataset.fold}`);
    if (folded && !fold.querySelector(":target")) fold.open = false;
  }
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.dataset?.fold || !target.isConnected) return;
    if (target.open) sessionStorage.removeItem(`fold.${target.dataset.fold}`);
    else sessionStorage.setItem(`fold.${target.dataset.fold}`, "1");
  },
  true,
);

const marker = document.getElementById("mark");
marker?.toggleAttribute("hidden", false);
marker?.addEventListener("click", mark);
clock.start(item);
refold();
reach();
begin();
openReading({ done: () => chosen()?.focus() });
openTalks({ inHand, rows, itemOf });
for (const action of waiting()) draw(action);
// What is shown now takes room from the list.
if (!box()) chosen()?.closest(".nugget").scrollIntoView({ block: "nearest" });
