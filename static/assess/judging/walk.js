/** Navigation from item to item, and the keys of every judging screen.
 *
 * A screen declares its own parts: `begin(first)` handles a new sheet, `light(item)`
 * selects an item of it, `lit()` returns the current one, `passed(item)` goes on from a
 * skipped one; `before(next)` gets the next sheet first, `acts` are its own keys,
 * `pressed(event)` its own clicks.
 */

import { goOnBy, held, setOut, stay } from "./course.js";
import { isPlain } from "../../components/keys.js";
import { tell } from "../../components/live.js";
import { giveBack, isComplete, isOwn, labelOf, lastGiven, notUndone, skip, unskip } from "./labels.js";
import { toggle } from "../../texts/marks.js";
import { choose, openRecent } from "./recent_labels.js";
import { brief } from "../../texts/spans.js";
import { openTalk, undoSkip } from "./threads/talk.js";
import { allSent, forget, isShort, prefetch, turn } from "./turn.js";

// Elements that judge the current item, which may be done while the next is loading.
const JUDGES = ":is(.labels, .ticks) :is(button, input):not(.onward), [data-act=clear], [data-act=highlight], [data-act=answer]";

let screen = null;
let origin = null; // {address, item, done}: the place before going to a last label
let stuck = ""; // what was said of a page that could not be loaded
let shown = ""; // the address of the sheet that is shown
let undos = 0; // requested and not done yet

export { tell };
export const sheet = () => document.getElementById("sheet");

/** Go to another page of the work; return whether it is shown, null if it came too late. */
export async function go(address, { push = true, item = null } = {}) {
  const { before } = screen;
  const arrived = await setOut((isWanted) => turn(address, { push, before, isWanted }));
  if (arrived) {
    begin();
    if (item) screen.light(item);
  } else if (arrived === false) missed(address);
  return arrived;
}

function missed(address) {
  if (address === location.pathname && address !== shown) history.pushState(null, "", shown);
  const then = held() ? "it opens by itself" : "try again";
  const words = `The ${sheet().dataset.thing} cannot be loaded yet: ${then}. Your labels are safe.`;
  if (!held() || words !== stuck) tell(words); // a retry replaces no other message
  stuck = words;
}

function begin({ first = false } = {}) {
  stuck = "";
  shown = location.pathname;
  stay();
  screen.begin(first);
  prefetchNext();
  showReturn();
}

function prefetchNext() {
  const { then, resume, ahead = 1 } = sheet().dataset;
  const isDone = (address) => address === shown || isComplete(address);
  if (then !== resume) prefetch(then, { most: Number(ahead), have: showAhead, isDone });
  else showAhead(0);
}

/** Show how many pages can be opened without a connection. */
function showAhead(count) {
  const place = document.getElementById("ahead");
  if (place) place.textContent = count ? `${count} ready offline` : "";
}

/** The connection is back: fetch what is lacking, and remove the message about it. */
function reached() {
  if (isShort() && !held()) prefetchNext();
  if (!stuck || held()) return;
  const place = document.getElementById("say");
  if (place.textContent === stuck) place.textContent = "";
  stuck = "";
  prefetchNext();
}

/** Fetch the next pages again: another window labelled an item that may be on them. */
function changedElsewhere({ detail: { action } }) {
  if (isOwn(action) || action.isForm || held()) return;
  forget();
  prefetchNext();
}

/** Return whether keys may judge the current item; if not, say why where the person looks. */
export function mayJudge() {
  const { thing } = sheet().dataset;
  const why = {
    going: `The next ${thing} is loading: press again then.`,
    done: `This ${thing} is done. The next one opens as soon as it can be loaded.`,
  }[held()];
  if (why) tell(why);
  return !why;
}

/** Go on: back to the previous place, else to the next page with something to label. */
export function onward() {
  return goOnBy(async (isWanted) => {
    if (origin) return goBack();
    const { then, resume } = sheet().dataset;
    const next = isComplete(then) ? resume : then;
    if (next === resume) await allSent();
    return isWanted() ? go(next) : null;
  });
}

/** Return whether the person is at one of the last labels, from which they can go back. */
export const isAway = () => origin !== null;

async function goBack() {
  const { address, item, done } = origin;
  if (address !== shown) {
    const arrived = await go(address);
    if (!arrived) return arrived;
  }
  stay();
  origin = null;
  showReturn();
  if (item) screen.light(item);
  return done ? onward() : true;
}

async function goToLast(link) {
  choose();
  const from = origin ?? { address: shown, item: screen.lit(), done: held() !== "" };
  const { item } = link.closest("li").dataset;
  const address = link.getAttribute("href");
  if (address !== shown && !(await go(address))) return;
  stay();
  origin = from;
  showReturn();
  screen.light(item);
}

function showReturn() {
  sheet().querySelector('[data-act="return"]').hidden = !origin;
}

function toggleGuidelines() {
  const told = document.getElementById("guidelines");
  if (!told) return tell("There are no guidelines for this work yet.");
  const drawer = told.closest(".drawer");
  told.open = !(told.open && drawer.open);
  if (!told.open) return;
  drawer.open = true;
  told.scrollIntoView({ block: "nearest" });
}

/** Undo the last action; a second request while its page loads undoes the one before. */
async function undo() {
  undos = undos && held() ? undos + 1 : 1;
  if (undos > 1) return;
  try {
    while (undos && (await undoLast())) undos -= 1;
  } finally {
    undos = 0;
  }
}

/** Undo one act; return whether its page was reached. */
async function undoLast() {
  const last = lastGiven();
  if (!last) {
    tell("Nothing to undo.");
    return false;
  }
  if (last.before.address !== shown && !(await go(last.before.address))) {
    notUndone(last);
    return false;
  }
  stay();
  const stood = last.skip ? unskip(last) : giveBack(last);
  if (stood && last.skip) undoSkip({ item: last.item, about: stood.about });
  screen.changed(last.item);
  screen.light(last.item);
  if (!stood) tell("Not undone: it was changed since.");
  else tell(last.skip ? `Undone: skipped, on “${brief(stood.about)}”.` : undone(stood, labelOf(last.item)));
  return true;
}

/** Announce which label an undo took back, and the current one. */
function undone(stood, label) {
  const before = label.value ? `, ${screen.words(label)} again` : "";
  return `Undone: ${screen.words(stood)}${before}, on “${brief(stood.about)}”.`;
}

/** Undo at once if the page that ends the work requests it. */
function undoIfAsked() {
  if (location.hash !== "#undo") return;
  history.replaceState(null, "", location.pathname);
  if (document.referrer.startsWith(`${location.origin}/`)) undo();
}

async function talk(mode) {
  const item = screen.lit();
  if (!item) return tell("Choose what it is about first.");
  const { about, value } = labelOf(item);
  const kind = await openTalk(mode, { item, about, labelled: Boolean(value) });
  if (kind === "skip") skip(item);
  if (kind) screen.changed(item);
  if (kind === "skip" && screen.lit() === item) screen.passed(item);
}

const ALWAYS = ["undo", "recent", "guidelines", "return", "where", "topic"]; // whatever is on its way
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

/** Return whether a press has to wait: for a loading page, or because the item is done. */
function isRefused(target) {
  const pressed = target.closest("#sheet :is(button, input, [data-act])");
  if (!pressed || !held()) return false;
  if (held() === "done") return pressed.matches(JUDGES);
  return !ALWAYS.includes(pressed.dataset.act) && !pressed.matches("[data-hit], #terms");
}

function pressed(event) {
  if (!isPlain(event)) return;
  const target = event.target.closest("#sheet [data-act], #sheet a[data-go], #recent .recents a");
  const act = target?.dataset.act && { ...acts, ...screen.acts }[target.dataset.act];
  if (isRefused(event.target)) mayJudge();
  else if (act) act();
  else if (target?.matches("#recent .recents a")) goToLast(target);
  else if (target?.matches("[data-go]")) go(target.getAttribute("href"));
  else if (!screen.pressed(event)) return;
  event.preventDefault();
}

/** Begin a screen; `begin` is called now and after every turn. */
export function openWalk(own) {
  screen = own;
  document.addEventListener("click", pressed);
  document.addEventListener("outbox:done", reached);
  document.addEventListener("outbox:done", changedElsewhere);
  addEventListener("online", reached);
  addEventListener("popstate", () => {
    origin = null;
    go(location.pathname, { push: false });
  });
  begin({ first: true });
  undoIfAsked();
}
