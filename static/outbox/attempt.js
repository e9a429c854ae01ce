/** One attempt to send an action to the server, and its outcome. */

import { staying } from "../components/departure.js";
import { csrfToken, person, who } from "../components/session.js";

const PATIENCE = 20; // seconds for one response
const KEEPALIVE = 60_000; // bytes that a page may send while it is being left

export const OFFLINE = "no connection to the server";

/** Send an action once; return {kind, answer} if the server responded, else {trouble}.
 *
 * kind: done, conflict or refused. trouble: why to try again, "sign-in" if nobody is
 * signed in; isFault: this action may be the cause of the server's failure.
 */
export async function attempt(action, again = true) {
  const reply = await post(action).catch((error) => error);
  await staying();
  if (reply.name === "TimeoutError") return { trouble: "the server did not answer", isFault: true };
  if (reply instanceof Error) return { trouble: OFFLINE };
  if (reply.type === "opaqueredirect" || reply.status === 401) return { trouble: "sign-in" };
  if (reply.status === 403 && again) return forbidden(action);
  if (reply.status >= 500 || [408, 425, 429].includes(reply.status)) {
    return { trouble: failure(reply), isFault: reply.status !== 503 };
  }
  if (action.isForm && isShown(reply)) return shown(reply);
  const answer = await reply.json().catch(() => null);
  if (reply.ok && !answer) return { trouble: "the response did not come from Assay" };
  return { kind: kindOf(reply), answer: answer ?? { detail: `The server answered ${reply.status}` } };
}

/** Return whether the response to a form is for its page: done, or with what is wrong with it. */
const isShown = ({ ok, status }) => ok || [409, 422].includes(status);

async function shown(reply) {
  const html = await reply.text().catch(() => undefined);
  if (html === undefined) return { trouble: OFFLINE };
  return { kind: "done", answer: { html: reply.status === 204 ? null : html } };
}

/** Describe how the server failed; 503 and 507 are not caused by this action. */
function failure({ status }) {
  if (status === 503) return "the server is restarting";
  if (status === 507) return "the server's disk is full: tell the operator";
  return `the server failed (${status})`;
}

/** Handle a 403 (a stale CSRF token, an ended session, or a real refusal): check, then repeat.
 */
async function forbidden(action) {
  const user = await who().catch(() => undefined);
  if (user === undefined) return { trouble: OFFLINE };
  return user === person ? attempt(action, false) : { trouble: "sign-in" };
}

const AS_JSON = { "Content-Type": "application/json", Accept: "application/json" };
const AS_FORM = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html", "HX-Request": "true" };

function textOf({ body, key, after, made, activeMs, isForm }) {
  if (isForm) return new URLSearchParams({ key, ...body }).toString();
  const own = { key, ...(after ? { after } : {}), client_time: made, active_ms: Math.round(activeMs) };
  return JSON.stringify({ ...body, ...own });
}

function post(action) {
  const text = textOf(action);
  return fetch(action.url, {
    method: "POST",
    headers: {
      ...(action.isForm ? AS_FORM : AS_JSON),
      "X-CSRFToken": csrfToken(),
      "X-Assay-User": person,
    },
    body: text,
    redirect: "manual",
    keepalive: new TextEncoder().encode(text).length < KEEPALIVE,
    signal: AbortSignal.timeout(PATIENCE * 1000),
  });
}

function kindOf(reply) {
  if (reply.ok) return "done";
  return reply.status === 409 ? "conflict" : "refused";
}

/** Return in words why an action was not done. */
export function reasonIn({ detail, stands = "", ...answer }) {
  const said = typeof detail === "string" ? [detail, stands] : Object.values(answer).flat();
  return said.join(" ").trim() || "The server refused it.";
}
