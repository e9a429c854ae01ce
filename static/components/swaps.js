/** HTMX: show whether a write is saved, sign in again over the page, move the focus. */

import { say } from "./live.js";
import { mention, note } from "../outbox/save_state.js";
import { signInAgain } from "./session.js";

const failed = new Set();
let flying = 0;

const writes = (event) => event.detail.requestConfig.verb !== "get";

function report() {
  if (failed.size) {
    note("swaps", "unsaved", { words: `${[...failed].at(-1).why}.`, retry: replayAll });
  } else {
    note("swaps", flying ? "saving" : "saved");
  }
}

function keep(event, why) {
  const { requestConfig } = event.detail;
  if (requestConfig.verb === "get") {
    say(`Not loaded: ${why}`);
    mention("loads", { words: `Not loaded: ${why}.` });
    return;
  }
  failed.add({ config: requestConfig, elt: event.detail.elt, why });
  report();
}

function replay({ config, elt }) {
  if (!elt.isConnected) {
    location.reload();
    return;
  }
  const values = config.formData;
  values.delete("csrfmiddlewaretoken");
  window.htmx.ajax(config.verb, config.path, { source: elt, values });
}

function replayAll() {
  const waiting = [...failed];
  failed.clear();
  waiting.forEach(replay);
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!writes(event)) return;
  flying += 1;
  report();
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { status } = event.detail.xhr;
  if (!writes(event)) {
    if (status && status < 400) mention("loads", null);
    return;
  }
  flying -= 1;
  if (status && (status < 400 || [409, 422].includes(status))) report();
});

document.addEventListener("htmx:sendError", (event) => keep(event, "no connection to the server"));
document.addEventListener("htmx:timeout", (event) => keep(event, "the server did not answer"));

document.addEventListener("htmx:responseError", async (event) => {
  const { xhr, requestConfig, elt } = event.detail;
  if (xhr.status !== 401) {
    keep(event, `the server answered ${xhr.status}`);
    return;
  }
  const held = { config: requestConfig, elt, why: "you are signed out" };
  if (writes(event)) {
    failed.add(held);
    report();
  }
  if (!(await signInAgain())) return;
  if (!writes(event)) replay(held);
  else if (failed.delete(held)) replay(held);
});

document.addEventListener("htmx:afterSettle", (event) => {
  const part = event.detail.elt;
  const target = part.matches?.("[data-focus]") ? part : part.querySelector?.("[data-focus]");
  if (target) target.focus({ preventScroll: false });
  const spoken = part.matches?.("[data-say]") ? part : part.querySelector?.("[data-say]");
  if (spoken) say(spoken.dataset.say);
});
