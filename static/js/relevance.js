/** Relevance: tick what a segment covers, grade it by one key; the next is there. */

import { clock } from "./clock.js";
import { check } from "./keys.js";
import { say } from "./live.js";
import { pending, send } from "./outbox.js";
import { showConflict } from "./conflicts.js";
import { noteOf } from "./noting.js";
import { remember } from "./recent.js";
import { begin as beginTerms, step } from "./terms.js";
import { allSent, prefetch, turn } from "./turn.js";

const undoable = []; // {segment, before}
const completed = new Set(); // addresses of segments that this page saw graded
const known = new Map(); // segment → its label: newer than a page fetched before
let done = 0;
let offer = null; // {segment, words}: an override that could do with a note

const sheet = () => document.getElementById("sheet");
const boxes = () => [...sheet().querySelectorAll(".ticks input")];
const grades = () => [...sheet().querySelectorAll(".labels button[name=value]")];
const here = () => known.get(sheet().dataset.segment);
const ticked = () => boxes().filter((box) => box.checked).map((box) => box.value);

/* What the page shows. */

/** Return the grade that some ticks propose, "" for none. */
function proposed(ticks) {
  const all = sheet().dataset.proposes.split(" ");
  const grade = ticks.length ? all[Math.min(ticks.length, all.length) - 1] : "";
  return grades().some((button) => button.value === grade) ? grade : "";
}

function gradeWords(value) {
  const button = grades().find((each) => each.value === value);
  return button ? `${value} ${button.dataset.says}` : "no grade";
}

function refresh() {
  const { value, ticks, note } = here();
  const { place, total } = sheet().dataset;
  document.getElementById("position").textContent = `${place} of ${total} · ${done} graded`;
  for (const box of boxes()) box.checked = ticks.includes(box.value);
  const shown = boxes().filter((box) => box.checked).length;
  const grade = proposed(ticked());
  for (const button of grades()) {
    button.setAttribute("aria-pressed", String(button.value === value));
    button.classList.toggle("proposed", button.value === grade);
  }
  const summary = sheet().querySelector(".ticked");
  if (summary) summary.textContent = `${shown} of ${boxes().length} ticked`;
  const accept = sheet().querySelector(".accept span");
  if (accept) accept.textContent = grade ? `accepts ${grade}` : "accepts nothing yet";
  sheet().querySelector(".accept")?.classList.toggle("ready", Boolean(grade));
  document.getElementById("noted").textContent = note;
  document.querySelector(".noted").hidden = !note;
  const noting = sheet().querySelector('[data-act="note"]');
  noting.classList.toggle("offered", Boolean(offer));
  noting.querySelector("span").textContent = offer ? `note on ${offer.words}` : "note";
}

function tell(words) {
  document.getElementById("say").textContent = words;
  say(words);
}

/* What the assessor does. */

/** Change one label, here or elsewhere, and queue it. */
function give(segment, change, { undoing = false } = {}) {
  const before = known.get(segment);
  const after = { ...before, ...change };
  known.set(segment, after);
  if (!undoing) undoable.push({ segment, before });
  done += Boolean(after.value) - Boolean(before.value);
  if (after.value) completed.add(after.address);
  else completed.delete(after.address);
  remember(segment, after);
  const { value, ticks, note, seen } = after;
  const { api, segment: shown } = sheet().dataset;
  send({
    url: api,
    item: api + segment,
    body: { segment, value, ticks, note, seen },
    words: `${gradeWords(value)} for “${after.title}”`,
    activeMs: segment === shown ? clock.take() : 0,
    onDone: (answer) => keep(segment, answer),
    onConflict: (answer) => conflict(segment, answer, { value, ticks, note }),
  });
}

function keep(segment, { version }) {
  known.get(segment).seen = version;
}

/** Show the label as it stands now, and keep what was meant at hand. */
function conflict(segment, { value, version, ticks = [], note = "" }, mine) {
  const label = known.get(segment);
  done += Boolean(value) - Boolean(label.value);
  known.set(segment, { ...label, value, ticks, note, seen: version });
  if (!value) completed.delete(label.address);
  remember(segment, known.get(segment));
  const words = {
    title: label.title,
    theirs: described({ value, ticks, note }),
    mine: described(mine),
  };
  showConflict(segment, words, () => {
    give(segment, mine);
    refresh();
  });
  refresh();
}

function described({ value, ticks, note }) {
  const parts = [gradeWords(value)];
  if (boxes().length) parts.push(`${ticks.length} ticked`);
  if (note) parts.push(`note “${note}”`);
  return parts.join(", ");
}

function tick() {
  offer = null;
  give(sheet().dataset.segment, { ticks: ticked() });
  document.getElementById("say").textContent = "";
  refresh();
  const grade = proposed(ticked());
  say(grade ? `${ticked().length} ticked, Enter accepts ${grade}` : "Nothing ticked");
}

function grade(value, { accepting = false } = {}) {
  const { segment } = sheet().dataset;
  const wanted = proposed(ticked());
  offer = null;
  if (value !== here().value) give(segment, { value });
  if (value && wanted && value !== wanted) {
    const { place } = sheet().dataset;
    offer = { segment, words: `segment ${place}: ${value}, ticks make ${wanted}` };
  }
  refresh();
  if (value && (accepting || !("stay" in sheet().dataset))) onward();
}

function accept() {
  const value = proposed(ticked());
  if (value) grade(value, { accepting: true });
  else if (ticked().length) tell("This scale has no grade for these ticks: press its key.");
  else tell("Nothing is ticked, so no grade is proposed: press a grade’s key.");
}

async function undo() {
  const last = undoable.pop();
  if (!last) {
    tell("Nothing to undo.");
    return;
  }
  const { value, ticks, note, address } = last.before;
  if (last.segment !== sheet().dataset.segment && !(await go(address))) {
    undoable.push(last);
    return;
  }
  offer = null;
  give(last.segment, { value, ticks, note }, { undoing: true });
  refresh();
  tell(value ? `Undone: ${gradeWords(value)} again.` : "Undone.");
}

async function takeNote() {
  const segment = offer?.segment ?? sheet().dataset.segment;
  const label = known.get(segment);
  const words = await noteOf(`${label.title}: ${gradeWords(label.value)}`, label.note);
  if (words === null || words === known.get(segment).note) return;
  offer = null;
  give(segment, { note: words });
  refresh();
}

const acts = {
  accept,
  undo,
  note: takeNote,
  recent: () => document.getElementById("recent").showModal(),
  back: () => say(step(-1)),
  on: () => say(step(1)),
};

/* From segment to segment. */

async function onward() {
  const { then, resume } = sheet().dataset;
  const next = completed.has(then) ? resume : then;
  if (next === resume) await allSent();
  go(next);
}

/** Go to another segment; return whether it is shown. */
async function go(address, { push = true } = {}) {
  const drawer = sheet().querySelector(".drawer").open;
  const opened = [...sheet().querySelectorAll(".drawer details")].map((each) => each.open);
  const before = (next) => {
    next.querySelector(".drawer").open = drawer;
    const parts = next.querySelectorAll(".drawer details");
    parts.forEach((part, place) => (part.open = opened[place] ?? part.open));
  };
  if (!(await turn(address, { push, before }))) {
    tell("The next segment cannot be loaded yet. Your grade is safe; try again.");
    return false;
  }
  begin();
  return true;
}

/** Return the label that the page shows, or what this browser knows better. */
function read() {
  const { api, segment, value, seen, note, place, title } = sheet().dataset;
  const ticks = boxes().filter((box) => box.defaultChecked).map((box) => box.value);
  const before = known.get(segment);
  const waiting = pending().findLast((action) => action.item === api + segment)?.body;
  const version = Math.max(Number(seen), before?.seen ?? 0);
  const label = { value, ticks, note, ...before, ...waiting };
  return { ...label, seen: version, place, title, address: location.pathname };
}

function begin({ first = false } = {}) {
  const { segment, value, then, resume, done: counted } = sheet().dataset;
  const label = read();
  known.set(segment, label);
  if (first) done = Number(counted) + Boolean(label.value) - Boolean(value);
  clock.start(segment);
  beginTerms([...sheet().querySelectorAll("[data-terms]")], { done: focus });
  check();
  refresh();
  focus();
  scrollTo(0, 0);
  say(`${label.place} of ${sheet().dataset.total}. ${label.title}`);
  if (then !== resume) prefetch(then);
}

function focus() {
  sheet().querySelector("[data-focus]").focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const target = event.target.closest(
    "#sheet [data-act], #sheet button[name=value], #sheet a[data-go], #recent a",
  );
  if (!target) return;
  event.preventDefault();
  if (target.matches("[data-act]")) acts[target.dataset.act]();
  else if (target.matches("button")) grade(target.value);
  else {
    target.closest("dialog")?.close();
    go(target.getAttribute("href"));
  }
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#sheet .ticks input")) tick();
});

document.addEventListener("keydown", (event) => {
  const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.repeat);
  if (event.key !== "Enter" || !plain || !event.target.matches("#sheet .ticks input")) return;
  event.preventDefault();
  accept();
});

addEventListener("popstate", () => go(location.pathname, { push: false }));
begin({ first: true });
