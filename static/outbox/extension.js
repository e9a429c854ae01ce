/** The outbox as an htmx extension: what an element posts waits in the outbox until the server has it.
 *
 * The element says `hx-post` and `hx-ext="outbox"`. Its request is its person's, keeps its order, and
 * is sent again after a reload; `hx-target` and `hx-swap` say where the answer goes. `data-words`
 * describes it to people.
 */

import { send } from "./outbox.js";

let api = null; // htmx's own functions

/** Queue what an element posts instead of sending it now. */
function keep({ elt, path, target, triggeringEvent }) {
  const fields = elt.matches("form") ? new FormData(elt, triggeringEvent?.submitter) : [];
  const { csrfmiddlewaretoken: _token, ...body } = Object.fromEntries(fields);
  const { words } = elt.dataset;
  send({ url: path, body, words, isForm: true, onDone: (answer) => swap(elt, target, answer) });
}

/** Put the answer where the element says, if that is still on the page. */
function swap(elt, target, { html }) {
  const place = target.isConnected ? target : document.getElementById(target.id);
  if (place && html !== null) window.htmx.swap(place, html, api.getSwapSpecification(elt));
}

window.htmx.defineExtension("outbox", {
  init: (own) => {
    api = own;
  },
  onEvent(name, { detail }) {
    if (name !== "htmx:confirm" || detail.verb !== "post") return true;
    keep(detail);
    return false;
  },
});
