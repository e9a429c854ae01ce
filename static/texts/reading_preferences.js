/** How this person reads: their terms, which words are marked, Markdown or plain text.
 *
 * The server stores it with the person. What could not be sent yet waits in this
 * browser and overrides the server's values: sending it twice changes nothing.
 */

import { staying } from "../components/departure.js";
import { csrfToken, person } from "../components/session.js";

const NAME = `assay.reading.${person}`;
const REST = 500; // milliseconds without a change before it is sent
const page = JSON.parse(document.getElementById("reading-preferences")?.textContent || '""') || {};
let unsent = waiting();
let sending = false;
let timer = null;

function waiting() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return {};
  }
}

function store() {
  try {
    if (Object.keys(unsent).length) localStorage.setItem(NAME, JSON.stringify(unsent));
    else localStorage.removeItem(NAME);
  } catch {
    // Closed storage: unsent choices last as long as the page.
  }
}

/** Return what this person last chose, `otherwise` if they never did. */
export const chosen = (name, otherwise) => unsent[name] ?? page[name] ?? otherwise;

/** Store a choice: here at once, on the server soon. */
export function choose(name, value) {
  unsent[name] = value;
  store();
  sendSoon();
}

function sendSoon() {
  clearTimeout(timer);
  timer = setTimeout(send, REST);
}

async function send() {
  if (sending || !person || !Object.keys(unsent).length) return;
  sending = true;
  const going = { ...unsent };
  const reply = await post(going).catch(() => null);
  await staying();
  sending = false;
  // Refused permanently, such as a list that is too long: it stays in this page.
  if (!reply?.ok && reply?.status !== 422) return;
  Object.assign(page, going);
  for (const [name, value] of Object.entries(going)) {
    if (unsent[name] === value) delete unsent[name];
  }
  store();
  if (Object.keys(unsent).length) sendSoon();
}

function post(values) {
  return fetch(document.querySelector("meta[name=assay-reading]").content, {
    method: "POST",
    headers: { "X-CSRFToken": csrfToken(), "X-Assay-User": person },
    body: new URLSearchParams(values),
    keepalive: true,
    redirect: "error",
  });
}

addEventListener("online", send);
addEventListener("pagehide", send);
// Signed in again, or the server is back: a sent action shows it.
document.addEventListener("outbox:done", sendSoon);
sendSoon();
