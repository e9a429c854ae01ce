/** Turn from item to item without a new page; the next one is prefetched. */

import { setOut } from "./course.js";
import { handsFree } from "../../components/dialogs.js";
import { leave } from "../../components/departure.js";
import { tell } from "../../components/live.js";
import { underWay } from "../../outbox/outbox.js";
import { person, signInAgain } from "../../components/session.js";

const ANSWER = 20_000; // milliseconds for a page to arrive
const PATIENCE = 300; // milliseconds that a prefetch waits for the labels before it
const SETTLED = ["outbox:done", "outbox:conflict", "outbox:refused", "outbox:failing"];

const pages = new Map(); // address → promise of {address, text}
let wanted = ""; // the address to be prefetched once the labels are sent

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

/** Return once no acceptable action waits to be sent. */
function settled() {
  return new Promise((resolve) => {
    const look = () => {
      if (underWay().length) return;
      for (const name of SETTLED) document.removeEventListener(name, look);
      resolve();
    };
    for (const name of SETTLED) document.addEventListener(name, look);
    look();
  });
}

/** Prefetch an item's page, after the waiting labels. */
export async function prefetch(address) {
  wanted = address;
  await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  if (wanted === address) fetched(address).catch(() => pages.delete(address));
}

/** Wait until the server has every label: only then does it know what is left. */
export async function allSent() {
  if (!underWay().length) return;
  tell("Saving the last labels first.");
  await settled();
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
  const copy = new DOMParser().parseFromString(page.text, "text/html");
  const next = copy.getElementById("sheet");
  if (!next) return leave(page.address);
  before(next);
  document.getElementById("sheet").replaceWith(document.adoptNode(next));
  window.htmx?.process(next);
  document.title = copy.title;
  if (push) history.pushState(null, "", page.address);
  return true;
}
