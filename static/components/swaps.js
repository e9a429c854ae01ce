/** HTMX: say what cannot be loaded, sign in again over the page, move the focus.
 *
 * Writes are the outbox's (outbox/extension.js).
 */

import { say } from "./live.js";
import { mention } from "../outbox/save_state.js";
import { signInAgain } from "./session.js";

function missed(why) {
  say(`Not loaded: ${why}`);
  mention("loads", { rank: 2, brief: "Not loaded", words: `Not loaded: ${why}.` });
}

document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
  if (xhr.status && xhr.status < 400) mention("loads", null);
});

document.addEventListener("htmx:sendError", () => missed("no connection to the server"));
document.addEventListener("htmx:timeout", () => missed("the server did not answer"));

document.addEventListener("htmx:responseError", async ({ detail: { xhr, requestConfig, elt } }) => {
  if (xhr.status !== 401) missed(`the server answered ${xhr.status}`);
  else if (!(await signInAgain())) return;
  else if (!elt.isConnected) location.reload();
  else window.htmx.ajax(requestConfig.verb, requestConfig.path, { source: elt, values: requestConfig.formData });
});

document.addEventListener("htmx:afterSettle", (event) => {
  const part = event.detail.elt;
  const target = part.matches?.("[data-focus]") ? part : part.querySelector?.("[data-focus]");
  if (target) target.focus({ preventScroll: false });
  const spoken = part.matches?.("[data-say]") ? part : part.querySelector?.("[data-say]");
  if (spoken) say(spoken.dataset.say);
});
