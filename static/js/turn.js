/** Turn from item to item without a new page; the next is fetched before it is asked for. */

import { setOut } from "./course.js";
import { handsFree } from "./dialogs.js";
import { leave } from "./leaving.js";
import { tell } from "./live.js";
import { underWay } from "./outbox.js";
import { person, signInAgain } from "./session.js";

const ANSWER = 20_000; // milliseconds for a page to come
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

/** Return once nothing waits to be sent that the server takes. */
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

/** Fetch an item's page before it is asked for, after the labels that wait. */
export async function prefetch(address) {
  wanted = address;
  await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  if (wanted === address) fetched(address).catch(() => pages.delete(address));
}

/** Wait until the server has every label: only then can it tell what is left. */
export async function allSent() {
  if (!underWay().length) return;
  tell("Saving the last labels first.");
  await settled();
}

/** Return {address, text} of a page by `first`; who is signed out signs in again. */
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

/** Put another item's sheet in this one's place: true once it is shown.
 *
 * False where it cannot be loaded: the item stays, and may be left again later. Null where
 * it came too late to be wanted. An address that shows no sheet is opened plainly.
 * `before(next)` sees the new sheet first.
 */
export async function turn(address, { push = true, before = () => {}, isWanted = () => true } = {}) {
  let page;
  try {
    page = await read(address);
  } catch (error) {
    if (!isWanted()) return null;
    return error instanceof NotReached ? false : leave(address);
  }
  await handsFree(); // what is being typed is for this page
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
