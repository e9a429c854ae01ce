/** Turn from item to item without a new page; the next is fetched before it is asked for. */

import { say } from "./live.js";
import { underWay } from "./outbox.js";
import { person, signInAgain } from "./session.js";

const PATIENCE = 300; // milliseconds that a prefetch waits for the labels before it
const SETTLED = ["outbox:done", "outbox:conflict", "outbox:refused", "outbox:failing"];

const pages = new Map(); // address → promise of {address, text}
let wanted = ""; // the address to be prefetched once the labels are sent

class NotReached extends Error {}

async function ask(address) {
  const headers = { Accept: "text/html", "X-Assay-User": person, "X-Assay-Sheet": "alone" };
  const reply = await fetch(address, { headers }).catch(() => {
    throw new NotReached("no connection to the server");
  });
  if (reply.status === 401) throw new NotReached("signed out");
  if (!reply.ok) throw new Error(String(reply.status));
  return { address: new URL(reply.url).pathname, text: await reply.text() };
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
  say("Saving the last labels first.");
  await settled();
}

async function read(address) {
  wanted = "";
  try {
    return await fetched(address);
  } catch (error) {
    if (error.message !== "signed out" || !(await signInAgain())) throw error;
    return await ask(address);
  } finally {
    pages.delete(address);
  }
}

/** Put another item's sheet in this one's place: true, or false where it stays here.
 *
 * Without a connection the item stays, and may be left again later; an address that
 * shows no sheet is opened plainly. `before(next)` sees the new sheet first.
 */
export async function turn(address, { push = true, before = () => {} } = {}) {
  let page;
  try {
    page = await read(address);
  } catch (error) {
    if (!(error instanceof NotReached)) location.assign(address);
    return false;
  }
  const copy = new DOMParser().parseFromString(page.text, "text/html");
  const next = copy.getElementById("sheet");
  if (!next) {
    location.assign(page.address);
    return false;
  }
  before(next);
  document.getElementById("sheet").replaceWith(document.adoptNode(next));
  window.htmx?.process(next);
  document.title = copy.title;
  if (push) history.pushState(null, "", page.address);
  return true;
}
