/** Replies on the page of flags: stored until the server confirms them.
 *
 * Each is identified by its form's key. After a reply the server names the key in the
 * address to which it redirects the browser.
 */

import { forgetSent, takeUp } from "../../../outbox/drafts.js";

const sent = new URLSearchParams(location.search).get("answered");
if (sent) forgetSent(sent);

for (const form of document.querySelectorAll("form.answer")) {
  const { text, key } = form.elements;
  const fresh = key.value;
  const { thread, about } = form.dataset;
  const what = `Reply on “${about}”`;
  const before = takeUp(text, `answer.${thread}`, "", { what, more: () => ({ key: key.value }) });
  // The same words may have arrived: under their key they count once.
  if (before?.key) key.value = before.key;
  text.addEventListener("input", () => {
    key.value = fresh;
  });
}
