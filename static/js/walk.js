/** The way from item to item, and the keys that every judging screen has.
 *
 * A screen says what is its own: `begin(first)` takes over a sheet just shown,
 * `light(item)` goes to an item of it, `lit()` names the one in hand, `passed(item)` goes
 * on from one that was skipped; `before(next)` sees the next sheet first, `acts` are its
 * own keys, `pressed(event)` its own clicks.
 */

import { say } from "./live.js";
import { giveBack, isComplete, labelOf, lastGiven, notUndone, skip, unskip } from "./labels.js";
import { toggle } from "./marks.js";
import { openRecent } from "./recent.js";
import { openTalk, undoSkip } from "./talk.js";
import { allSent, prefetch, turn } from "./turn.js";

let screen = null;
let origin = null; // {address, item}: where I was before I went to a last label
let stuck = ""; // what was said of a page that could not be loaded
let leaving = 0; // turns under way: what is pressed is meant for the page to come

export const sheet = () => document.getElementById("sheet");
const here = () => location.pathname;

/** Say something, to be seen too. */
export function tell(words) {
  const place = document.getElementById("say");
  place.textContent = words;
  place.title = words;
  say(words);
}

/** Wait for what leads to another page; no label is given meanwhile. */
async function left(way) {
  leaving += 1;
  try {
    return await way;
  } finally {
    leaving -= 1;
  }
}

/** Go to another page of the work; return whether it is shown. */
export async function go(address, { push = true, item = null } = {}) {
  if (!(await left(turn(address, { push, before: screen.before })))) {
    stuck = `The next ${sheet().dataset.thing} cannot be loaded yet. Your labels are safe; try again.`;
    tell(stuck);
    return false;
  }
  begin();
  if (item) screen.light(item);
  return true;
}

function begin({ first = false } = {}) {
  stuck = "";
  screen.begin(first);
  prefetchNext();
  showReturn();
}

function prefetchNext() {
  const { then, resume } = sheet().dataset;
  if (then !== resume) prefetch(then);
}

/** The connection is back: what could not be loaded is tried again, and the word of it goes. */
function reached() {
  if (!stuck) return;
  const place = document.getElementById("say");
  if (place.textContent === stuck) place.textContent = place.title = "";
  stuck = "";
  prefetchNext();
}

/** Go on: back where I came from, else to the next page with something to label. */
export async function onward() {
  if (origin) {
    await goBack();
    return;
  }
  const { then, resume } = sheet().dataset;
  const next = isComplete(then) ? resume : then;
  if (next === resume) await left(allSent());
  await go(next);
}

/** Say whether I am at one of my last labels, to go back from there. */
export const isAway = () => origin !== null;

async function goBack() {
  const { address, item } = origin;
  if (address !== here() && !(await go(address))) return;
  origin = null;
  showReturn();
  if (item) screen.light(item);
}

async function goToLast(link) {
  link.closest("dialog").close();
  const from = origin ?? { address: here(), item: screen.lit() };
  const { item } = link.closest("li").dataset;
  const address = link.getAttribute("href");
  if (address !== here() && !(await go(address))) return;
  origin = from;
  showReturn();
  screen.light(item);
}

function showReturn() {
  sheet().querySelector('[data-act="return"]').hidden = !origin;
}

function toggleGuidelines() {
  const told = document.getElementById("guidelines");
  if (!told) {
    tell("There are no guidelines for this work yet.");
    return;
  }
  const drawer = told.closest(".drawer");
  told.open = !(told.open && drawer.open);
  if (!told.open) return;
  drawer.open = true;
  told.scrollIntoView({ block: "nearest" });
}

async function undo() {
  const last = lastGiven();
  if (!last) {
    tell("Nothing to undo.");
    return;
  }
  if (last.before.address !== here() && !(await go(last.before.address))) {
    notUndone(last);
    return;
  }
  const stood = last.skip ? unskip(last) : giveBack(last);
  if (stood && last.skip) undoSkip({ item: last.item, about: stood.about });
  screen.changed(last.item);
  screen.light(last.item);
  if (!stood) tell("Not undone: it was changed since.");
  else tell(last.skip ? `Undone: skipped, on “${stood.about}”.` : undone(stood, labelOf(last.item)));
}

/** Say which label an undo took back, and what stands instead. */
function undone(stood, label) {
  const before = label.value ? `, ${screen.words(label)} again` : "";
  return `Undone: ${screen.words(stood)}${before}, on “${stood.about}”.`;
}

/** Undo at once where the page that ends the work asks for it. */
function undoIfAsked() {
  if (location.hash !== "#undo") return;
  history.replaceState(null, "", here());
  if (document.referrer.startsWith(`${location.origin}/`)) undo();
}

async function talk(mode) {
  const item = screen.lit();
  if (!item) {
    tell("Choose what it is about first.");
    return;
  }
  const { about, value } = labelOf(item);
  const kind = await openTalk(mode, { item, about, labelled: Boolean(value) });
  if (kind === "skip") skip(item);
  if (kind) screen.changed(item);
  if (kind === "skip") screen.passed(item);
}

const acts = {
  undo,
  flag: () => talk("flag"),
  comment: () => talk("comment"),
  recent: openRecent,
  guidelines: toggleGuidelines,
  return: goBack,
  where: () => toggle("item"),
  topic: () => toggle("topic"),
};

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const target = event.target.closest("#sheet [data-act], #sheet a[data-go], #recent a");
  const act = target?.dataset.act && { ...acts, ...screen.acts }[target.dataset.act];
  const labels = event.target.closest("#sheet button, #sheet input") && !acts[target?.dataset.act];
  if (leaving && labels) tell(`The next ${sheet().dataset.thing} is on its way: press again then.`);
  else if (act) act();
  else if (target?.matches("#recent a")) goToLast(target);
  else if (target?.matches("[data-go]")) go(target.getAttribute("href"));
  else if (!screen.pressed(event)) return;
  event.preventDefault();
}

/** Begin a screen; `begin` is called now and after every turn. */
export function openWalk(own) {
  screen = own;
  document.addEventListener("click", pressed);
  document.addEventListener("outbox:done", reached);
  addEventListener("online", reached);
  addEventListener("popstate", () => {
    origin = null;
    go(here(), { push: false });
  });
  begin({ first: true });
  undoIfAsked();
}
