/** Turn from item to item without a new page; the next ones are prefetched. */

import { setOut } from "./course.js";
import { handsFree } from "../../components/dialogs.js";
import { leave } from "../../components/departure.js";
import { tell } from "../../components/live.js";
import { underWay } from "../../outbox/outbox.js";
import { person, signInAgain } from "../../components/session.js";

const ANSWER = 20_000; // milliseconds for a page to arrive
const PATIENCE = 300; // milliseconds that a prefetch waits for the labels before it
const SETTLED = ["outbox:done", "outbox:conflict", "outbox:refused", "outbox:failing"];

const pages = new Map(); // address → promise of {address, text}, until the page is shown
let wanted = ""; // the address to be prefetched once the labels are sent
let short = false; // the last prefetch did not get all that it was to get

class NotReached extends Error {}

async function ask(address) {
  const headers = { Accept: "text/html", "X-Assay-User": person, "X-Assay-Sheet": "alone" };
  const signal = AbortSignal.timeout(ANSWER);
  const lost = () => {
    throw new NotReached("no connection to the server");
  };
  const reply = await fetch(address, { headers, signal }).catch(lost);
  if (reply.status === 401) throw new NotReached("signed out");
  if (reply.status >= 500) throw new NotReached("the server failed");
  if (!reply.ok) throw new Error(String(reply.status));
  return { address: new URL(reply.url).pathname, text: await reply.text().catch(lost) };
}

function fetched(address) {
  if (!pages.has(address)) pages.set(address, ask(address));
  return pages.get(address);
}

const isSent = () => !underWay().length;

/** Return once no acceptable action waits to be sent, or all is as `isDone` says. */
function settled(isDone = isSent) {
  return new Promise((resolve) => {
    const look = () => {
      if (!isDone()) return;
      for (const name of SETTLED) document.removeEventListener(name, look);
      resolve();
    };
    for (const name of SETTLED) document.addEventListener(name, look);
    look();
  });
}

/** Return a page's document: parsed once, for its address ahead and for its display. */
const parsed = (page) => (page.copy ??= new DOMParser().parseFromString(page.text, "text/html"));

/** Return the address of the page after another, "" after the last one. */
function after(page) {
  const { then, resume } = parsed(page).getElementById("sheet")?.dataset ?? {};
  return then && then !== resume ? then : "";
}

/** Prefetch an item's page and those after it, `most` of them, after the waiting labels.
 *
 * `have(count)` reports how many are there without a gap; a page that `isDone` ends them.
 * Pages of another way through the work are dropped.
 *
 * @param {string} address
 * @param {{
 *   most?: number, have?: (count: number) => void, isDone?: (address: string) => boolean
 * }} how
 */
export async function prefetch(address, { most = 1, have = () => {}, isDone = () => false } = {}) {
  wanted = address;
  short = false;
  have(0);
  const ahead = new Set();
  for (let next = address; next && ahead.size < most && !ahead.has(next) && !isDone(next); ) {
    if (!pages.has(next)) await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    if (wanted !== address) return;
    const page = await fetched(next).catch(() => null);
    if (!page) pages.delete(next);
    if (wanted !== address) return;
    if (!page) {
      short = true;
      break;
    }
    ahead.add(next);
    have(ahead.size);
    next = most > 1 ? after(page) : "";
  }
  for (const other of pages.keys()) if (!ahead.has(other)) pages.delete(other);
}

/** Drop what is prefetched: it was changed since. */
export const forget = () => pages.clear();

/** Return whether the last prefetch lacks a page. */
export const isShort = () => short;

/** Wait until the server has every label: only then does it know what is left. */
export async function allSent(isDone = isSent, words = "Saving the last labels first.") {
  if (isDone()) return;
  tell(words);
  await settled(isDone);
}

/** Return {address, text} of a page by `first`; sign in again if the session has ended. */
export async function load(address, first = ask) {
  try {
    return await first(address);
  } catch (error) {
    if (error.message !== "signed out" || !(await signInAgain())) throw error;
    return await ask(address);
  }
}

function read(address) {
  wanted = "";
  return load(address, fetched).finally(() => pages.delete(address));
}

/** Leave for another page once the server has all that was sent, unless its person stays. */
export function leaveFor(address) {
  return setOut(async (isWanted) => {
    await allSent();
    return isWanted() ? leave(address) : null;
  });
}

/** Replace this item's sheet by another's: true once it is shown.
 *
 * False if it cannot be loaded: the item stays, and may be left again later. Null if it
 * arrived too late to be wanted. An address without a sheet is loaded plainly.
 * `before(next)` gets the new sheet first.
 *
 * @param {string} address
 * @param {{push?: boolean, before?: (next: PageElement) => void, isWanted?: () => boolean}} how
 */
export async function turn(address, { push = true, before = () => {}, isWanted = () => true } = {}) {
  let page;
  try {
    page = await read(address);
  } catch (error) {
    if (!isWanted()) return null;
    return error instanceof NotReached ? false : leave(address);
  }
  await handsFree(); // text being typed belongs to this page
  if (!isWanted()) return null;
  const copy = parsed(page);
  const next = copy.getElementById("sheet");
  if (!next) return leave(page.address);
  before(next);
  document.getElementById("sheet").replaceWith(document.adoptNode(next));
  window.htmx?.process(next);
  document.title = copy.title;
  if (push) history.pushState(null, "", page.address);
  return true;
}
