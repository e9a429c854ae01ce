/** An edited list: each key acts at once on the selected item; the outbox saves.
 *
 * An edit is drawn and sent; the server's list is fetched once nothing waits. An item
 * that the server does not know yet is named by the key of the edit that creates it.
 * Without this script the forms do the same work.
 *
 * A screen declares its own parts: `onNone` are edits that need no item; `fields` are
 * those of its boxes; `bodies` completes what is sent, or returns null once it has said
 * what is missing; `words`, `says(said, at)` and `draws` describe and draw an edit;
 * `sent(action)`, `edited`, `selected`, `arrived` and `pressed(event)` are told what
 * happens; `query` are parts of the address that stay. `asks(action, row)` returns whether an
 * action's box opens at all, `problem(body, row)` why an edit cannot be made, "" if it can;
 * `again(body)` adjusts one that another change overtook.
 */

import { clock } from "../clock.js";
import { mayEdit } from "../course.js";
import { isPlain, keysOf } from "../../../components/keys.js";
import { say, tell } from "../../../components/live.js";
import { box, discarded, open, pressed as inBox, restore, sent, stash, unsaved } from "./box.js";
import { editsOf } from "./edits.js";
import {
  choiceIn, choices, chosen, editor, field, importance, one, rowOf, rows, shift, textOf, together,
} from "./list.js";
import { send } from "../../../outbox/outbox.js";
import { Pane } from "../pane.js";
import { openReading } from "../../../texts/marks.js";
import { untilDone } from "../../../outbox/tries.js";
import { leaveFor } from "../turn.js";

const REST = 150; // milliseconds before the place is stored
const form = document.forms.namedItem("act");
const { item, ours, waiting } = editsOf(editor().dataset.version, `${one.replace("-", "")}s`);
const marks = new Set(); // names of the marked items
const list = new Pane("editor", "list");
const made = new Map(); // key of an edit made here → it, and the item selected right after
let screen = null;
let heard = 0; // the newest revision that the server reported
let lead = null; // the item to select after an undo, or a refused edit
let asked = ""; // the item chosen when the list was asked for
let left = {}; // the person's place when it arrived
let resting = null;
let late = false; // the list is to be fetched once the box is closed
let stale = false; // somebody else changed the list: it has to be seen first

/** What edits are called and how they are drawn, where a screen does not declare it. */
const WORDS = { reword: "in other words", unset: "no importance", up: "move up", down: "move down" };
const DRAWS = {
  vital: importance("vital"),
  okay: importance("okay"),
  unset: importance(""),
  up: shift(-1),
  down: shift(1),
};

/** Edits. */

/** Do an edit of the selected item, or open its box. */
export function perform(action, { boxed = false } = {}) {
  if (!mayEdit()) return;
  tell("");
  const templates = editor().querySelector(`template[data-box="${action}"]`);
  if (unsaved() && !boxed) {
    box().querySelector("textarea").focus();
    tell("Save these words first, or discard them.");
  } else if (stale) {
    tell("The list was changed elsewhere. One moment.");
  } else if (templates && !boxed && (screen.asks?.(action, chosen()?.closest(".nugget")) ?? true)) {
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
  screen.sent?.(action);
  sayEdit(said);
  draw({ key, body: said });
  if (action === "merge") marks.clear();
  lead = null;
  made.set(key, { at: chosen()?.value, action });
  screen.edited?.();
}

/** Return the body of an edit, null if something is missing, which is then announced. */
function body(action) {
  const given = new FormData(form);
  const base = { version: editor().dataset.version, action, [field]: given.get(field) };
  if (screen.bodies?.[action]) return screen.bodies[action](base);
  if (box()) for (const name of screen.fields) {
    if (given.has(name)) base[name] = given.get(name);
  }
  if (action === "merge") base.marked = together().map((row) => choiceIn(row).value);
  const blank = ["text", "wording"].some((name) => name in base && !base[name].trim());
  if (blank) tell("Write some words first.");
  const nowhere = !base[field] && !screen.onNone.includes(action);
  if (nowhere) tell(`Choose a ${one} first.`);
  const wrong = blank || nowhere ? "" : (screen.problem?.(base, rowOf(base[field])) ?? "");
  if (wrong) tell(wrong);
  return blank || nowhere || wrong ? null : base;
}

function wordsOf(said) {
  const { action, text, wording } = said;
  const what = screen.words[action] ?? action;
  const words = text ?? wording;
  const on = screen.onNone.includes(action) ? "" : ` for “${textOf(rowOf(said[field]))}”`;
  return `${what}${on}${words ? `: “${words}”` : ""}`;
}

/** Announce an edit with its item; for an undo the server does it. */
function sayEdit(said) {
  const row = rowOf(said[field]);
  const words = screen.says(said, { row, place: rows().indexOf(row) + 1, all: rows().length });
  if (words) say(words);
}

/** Draw one edit before the server has it. */
function draw({ key, body }) {
  const row = rowOf(body[field]);
  const draws = screen.draws[body.action];
  const isOnOne = !screen.onNone.includes(body.action);
  if (!draws || (isOnOne && !row)) return;
  if (isOnOne) row.classList.add("pending");
  draws(row, body, key);
}

/** Select the item of an edit, unless the person has moved on since. */
function leadTo(key, name) {
  if (name && made.get(key)?.at === chosen()?.value) lead = name;
}

function lands(key, answer) {
  const { action } = made.get(key);
  if (["undo", "redo"].includes(action)) {
    leadTo(key, answer[field]);
    if (answer.turned) say(`${action === "undo" ? "undone" : "done again"}: ${answer.turned}`);
    else tell(`Nothing to ${action}.`);
  }
  made.delete(key);
}

/** The server's own list. */

const behind = () => Number(editor().dataset.seen) < heard;

/** Return the newest revision that this page knows of. */
export const newest = () => Math.max(Number(editor().dataset.seen), heard);

/** Show the server's list, once nothing waits to be sent and no box is open. */
const refresh = untilDone(async () => {
  if (!mayCome()) return true;
  asked = chosen()?.value ?? "";
  const address = new URL(editor().dataset.list, location.href);
  address.searchParams.set(field, lead ?? asked);
  const came = await list.show(address.href, { fits: takeLeave, failing: "it is tried again by itself." });
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
    if (!box()) leadTo(detail.action.key, detail.action.body[field]);
    refresh();
  });
}

/** Draw an edit that is done again on the list as others left it. */
document.addEventListener("outbox:again", ({ detail: { action } }) => {
  if (action.url !== editor().dataset.api) return;
  screen.again?.(action.body);
  draw(action);
});
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
  const choice = choiceIn(rowOf(left.moved));
  if (choice) choice.checked = true;
  if (left.focus) chosen()?.focus();
  if (left.box) restore(left.box);
  keepPlace();
  refold();
  screen.arrived?.();
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
    if (!form.isSameNode(button?.form)) return;
    event.preventDefault();
    event.stopPropagation();
    perform(button.value, { boxed: Boolean(button.closest("#box")) });
    if (event.detail && !box()) chosen()?.focus(); // Enter would press the button again
  },
  true,
);

document.addEventListener("click", (event) => {
  if (event.target.closest(".close-box")) {
    event.preventDefault();
    discarded();
  }
  const lead = event.target.closest("[data-leads]");
  if (lead && rowOf(lead.dataset.leads)) {
    event.preventDefault();
    const row = rowOf(lead.dataset.leads);
    choiceIn(row).click();
    choiceIn(row).focus();
    row.scrollIntoView({ block: "nearest" });
  }
  const bare = event.target.closest(".counts a[href^='#']");
  if (bare) document.querySelector("[data-fold=subnarratives]").open = true;
  const link = event.target.closest("[data-saved-first]");
  if (link && chosen()?.value) link.search = `?${field}=${chosen().value}`;
  if (!link || !isPlain(event)) return;
  event.preventDefault();
  leaveFor(link.href);
});

function listed(event) {
  const { target, key } = event;
  const marker = document.getElementById("mark");
  const marks_it = key === " " && target.matches(choices) && marker && keysOf(marker).includes("Space");
  const lost = target === document.body && /^Arrow(Up|Down)$/.test(key) && !event.shiftKey;
  if (!marks_it && !lost) return;
  event.preventDefault();
  if (marks_it) mark();
  else chosen()?.focus();
}

// Before the page's keys: Shift and an arrow may mean something else beside the list.
document.addEventListener(
  "keydown",
  (event) => {
    if (!(event.target instanceof Element) || document.querySelector("dialog[open]")) return;
    if (event.target.closest("#box")) inBox(event, () => perform(box().querySelector(".save-box").value, { boxed: true }));
    else if (!screen?.pressed?.(event)) listed(event);
  },
  true,
);

document.addEventListener("change", ({ target }) => {
  if (target.name === "marked") note(/** @type {PageElement} */ (target));
  if (target.name !== field) return;
  lead = null;
  target.closest(".nugget").scrollIntoView({ block: "nearest" });
  screen.selected?.();
});

/** Store the item in the address after a pause, for a reload of the page. */
function keepPlace() {
  clearTimeout(resting);
  resting = setTimeout(() => {
    const said = new URLSearchParams(screen.query ?? "");
    said.set(field, chosen()?.value ?? "");
    if (said.get(field)) history.replaceState(history.state, "", `?${said}`);
  }, REST);
}

/** Folded parts stay open or folded when the list is replaced. */

function refold() {
  for (const fold of document.querySelectorAll("details[data-fold]")) {
    const left = sessionStorage.getItem(`fold.${fold.dataset.fold}`);
    if (left) fold.open = left === "open" || fold.querySelector(":target") !== null;
  }
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.dataset?.fold || !target.isConnected) return;
    sessionStorage.setItem(`fold.${target.dataset.fold}`, target.open ? "open" : "folded");
  },
  true,
);

/** Begin a screen of an edited list. */
export function openList(own) {
  screen = { ...own, words: { ...WORDS, ...own.words }, draws: { ...DRAWS, ...own.draws } };
  const marker = document.getElementById("mark");
  marker?.toggleAttribute("hidden", false);
  marker?.addEventListener("click", mark);
  clock.start(item);
  refold();
  openReading({ done: () => chosen()?.focus() });
  screen.begin?.();
  for (const action of waiting()) if (action.url === editor().dataset.api) draw(action);
  // What is shown now takes room from the list.
  if (!box()) chosen()?.closest(".nugget").scrollIntoView({ block: "nearest" });
}
