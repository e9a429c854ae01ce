/** The nugget list: each key acts at once on the nugget chosen; the outbox saves.
 *
 * An edit is drawn, sent, and the server's list fetched once nothing waits. A nugget
 * that the server does not know yet goes by the key of the edit that makes it. Without
 * this script the forms do the same work.
 */

import { clock } from "./clock.js";
import { mayEdit } from "./course.js";
import { keysOf } from "./keys.js";
import { say } from "./live.js";
import { openReading } from "./marks.js";
import { box, discarded, open, pressed as inBox, restore, sent, stash, unsaved } from "./nugget_box.js";
import { editsOf } from "./nugget_edits.js";
import { chosen, draw, editor, rowOf, textOf, titleOf, together } from "./nugget_list.js";
import { begin, chosenSpan, concerns, pressed as inPassage, reach, release, show, showSoon } from "./nugget_passage.js";
import { send } from "./outbox.js";
import { openTalks, refreshTalk } from "./talk.js";
import { leaveFor } from "./turn.js";

const AGAIN = 1000; // milliseconds before the list is asked for once more
const REST = 150; // milliseconds before the place is kept
const form = document.getElementById("act");
const { item, ours, waiting } = editsOf(editor().dataset.version);
const marks = new Set(); // names of the nuggets marked
const undone = new Map(); // key of an undo or redo → it, and the nugget chosen when it was pressed
let heard = 0; // the newest revision that the server told
let lead = null; // the nugget that an undo, or a refused edit, leads to
let asked = ""; // the nugget chosen when the list was asked for
let left = {}; // what the person was at when it came
let resting = null;
let again = null; // before the list is asked for once more
let late = false; // the list is to be fetched once the box is closed
let stale = false; // somebody else changed the list: it has to be seen first

/* Edits. */

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
  const templates = editor().querySelector(`template[data-box="${action}"]`);
  if (unsaved() && !boxed) {
    box().querySelector("textarea").focus();
    say("Save these words first, or discard them.");
  } else if (stale) {
    say("The list was changed elsewhere. One moment.");
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
  tell(said);
  draw({ key, body: said });
  if (action === "merge") marks.clear();
  if (["undo", "redo"].includes(action)) undone.set(key, { at: chosen()?.value, action });
  refreshTalk();
  showSoon();
}

/** Return what an edit says, null where something is missing, which is then said. */
function body(action) {
  const given = new FormData(form);
  const base = { version: editor().dataset.version, action, nugget: given.get("nugget") };
  if (action === "span") return withSpan(base);
  if (box()) for (const name of ["text", "wording", "subnarrative", "source"]) {
    if (given.has(name)) base[name] = given.get(name);
  }
  if (action === "merge") base.marked = together().map((row) => row.querySelector("input[name=nugget]").value);
  const blank = ["text", "wording"].some((name) => name in base && !base[name].trim());
  if (blank) say("Write some words first.");
  const nowhere = !base.nugget && !["add", "undo", "redo"].includes(action);
  if (nowhere) say("Choose a nugget first.");
  return blank || nowhere ? null : base;
}

function withSpan(base) {
  const found = chosenSpan();
  if (!found) say("Choose a sentence of the passage first.");
  return found && { ...base, span: found.span, text: [...found.text].slice(0, 2000).join("") };
}

function wordsOf({ action, nugget, text, wording }) {
  const what = WORDS[action] ?? action;
  const words = text ?? wording;
  const on = ["undo", "redo", "add", "span"].includes(action) ? "" : ` for “${textOf(rowOf(nugget))}”`;
  return `${what}${on}${words ? `: “${words}”` : ""}`;
}

/** Say what an edit does, and of which nugget; of an undo the server says it. */
function tell({ action, nugget, text, wording, subnarrative }) {
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

/** An undo leads to what it touched, unless the person has moved on. */
function lands(key, { nugget, turned }) {
  if (!undone.has(key)) return;
  const { at, action } = undone.get(key);
  undone.delete(key);
  if (nugget && at === chosen()?.value) lead = nugget;
  if (turned) say(`${action === "undo" ? "undone" : "done again"}: ${turned}`);
  else say(`Nothing to ${action}.`);
}

/* The server's own list. */

function refresh() {
  if (waiting().length) return; // the last answer asks again
  late = Boolean(box()) && !stale;
  if (late) return;
  asked = chosen()?.value ?? "";
  window.htmx.ajax("GET", `${editor().dataset.list}?nugget=${lead ?? asked}`, {
    source: document.querySelector(".frame-context"),
    target: "#editor",
    swap: "outerHTML",
  }).catch(() => {});
  clearTimeout(again); // set by the request that this one has just replaced
}

document.addEventListener("outbox:done", ({ detail }) => {
  if (!ours(detail.action)) return;
  heard = Math.max(heard, detail.answer.version ?? 0);
  refresh();
});

const behind = () => Number(editor().dataset.seen) < heard;

// A list that did not come, or came too early, is asked for once more.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.target?.id !== "editor") return;
  clearTimeout(again);
  if (behind()) again = setTimeout(refresh, AGAIN);
});
for (const kind of ["conflict", "refused"]) {
  document.addEventListener(`outbox:${kind}`, ({ detail }) => {
    if (!ours(detail.action)) return;
    stale = true;
    if (!box()) lead ??= detail.action.body.nugget;
    refresh();
  });
}
document.addEventListener("box:closed", () => late && refresh());

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "editor") return;
  late = Boolean(box()) && !stale;
  if (late || waiting().length) event.detail.shouldSwap = false;
  const focus = document.activeElement === document.body || editor().contains(document.activeElement);
  const name = chosen()?.value ?? "";
  left = { focus, box: stash(), moved: name === asked ? "" : name };
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "editor") return;
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
});

/* What is said about the nuggets. */

const rows = () => [...editor().querySelectorAll(".nuggets .nugget")];
const itemOf = (row) => `${editor().dataset.version}:${row.querySelector("input[name=nugget]").value}`;

function inHand() {
  const row = chosen()?.closest(".nugget");
  return row ? { item: itemOf(row), about: `Nugget “${textOf(row)}”` } : null;
}

/* Keys and clicks. */

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
  if (!link || event.ctrlKey || event.metaKey || !waiting().length) return;
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
  target.closest(".nugget").scrollIntoView({ block: "nearest" });
  reach();
  refreshTalk();
  showSoon();
});

/** Keep the nugget in the address once the hand rests, for when the page comes anew. */
function keepPlace() {
  clearTimeout(resting);
  resting = setTimeout(() => {
    const name = chosen()?.value;
    if (name) history.replaceState(history.state, "", `?nugget=${name}`);
  }, REST);
}

/* What is folded stays folded when the list comes anew. */

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
// What is shown by now takes room from the list.
if (!box()) chosen()?.closest(".nugget").scrollIntoView({ block: "nearest" });
