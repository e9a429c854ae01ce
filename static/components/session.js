/** The page's person, the CSRF token, and signing in again over the page. */

import { handsFree } from "./dialogs.js";

const meta = (name) => document.querySelector(`meta[name=${name}]`);

/** The uuid of the page's person, "" if nobody was signed in. */
export const person = meta("assay-user")?.content || "";

/** Return the current CSRF token: the cookie has it first. */
export function csrfToken() {
  const cookie = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
  return cookie ? cookie[1] : JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
}

/** Ask the server whose session this is, and store its token. */
export async function who() {
  const reply = await fetch(meta("assay-csrf").content, { cache: "no-store", redirect: "error" });
  if (!reply.ok) throw new Error(`The server answered ${reply.status}`);
  const answer = await reply.json();
  if (answer.user === person) keep(answer.token);
  return answer.user;
}

function keep(token) {
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  document.body.setAttribute("hx-headers", JSON.stringify({ ...headers, "X-CSRFToken": token }));
  for (const field of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) {
    field.value = token;
  }
}

let asking = null;

/** Open the sign-in dialog; true once the page's person is signed in, false if postponed.
 *
 * It waits while the person types or is in another dialog: that text is no password.
 */
export function signInAgain() {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask() {
  if (!person) {
    location.reload();
    return false;
  }
  try {
    if ((await who()) === person) return true;
    const dialog = document.getElementById("sign-in-again");
    await fill(dialog);
    await handsFree();
    return await isSignedIn(dialog);
  } catch {
    return false;
  }
}

async function fill(dialog) {
  const url = new URL(meta("assay-sign-in").content, location.href);
  url.searchParams.set("name", meta("assay-user").dataset.name);
  const reply = await fetch(url, { cache: "no-store", redirect: "error" });
  if (!reply.ok) throw new Error(`The server answered ${reply.status}`);
  dialog.innerHTML = await reply.text();
}

const heading = (dialog) => dialog.querySelector("#sign-in-again-title");
const password = (dialog) => dialog.querySelector("input[name=password]");

/** Ask in the dialog; the focus begins at its heading, since keys typed now are no password. */
function isSignedIn(dialog) {
  return new Promise((resolve) => {
    const finish = () => resolve(dialog.returnValue === "signed-in");
    dialog.returnValue = "";
    dialog.addEventListener("close", finish, { once: true });
    dialog.onsubmit = (event) => {
      event.preventDefault();
      submit(dialog, event.target);
    };
    dialog.onkeydown = (event) => begin(dialog, event);
    if (!dialog.open) dialog.showModal();
    heading(dialog)?.focus();
  });
}

/** Move from the heading to the password by Tab, which no screen uses. */
function begin(dialog, event) {
  if (event.key !== "Tab" || event.shiftKey || event.target !== heading(dialog)) return;
  event.preventDefault();
  password(dialog).focus();
}

async function submit(dialog, form) {
  try {
    const body = new FormData(form);
    // Without cookies, a request that was under way may have got another token since.
    body.set("csrfmiddlewaretoken", csrfToken());
    const reply = await fetch(form.action, { method: "POST", body, redirect: "error" });
    if (reply.status === 422) {
      dialog.innerHTML = await reply.text();
      dialog.querySelector("[autofocus]")?.focus();
    } else if (!reply.ok) {
      await fill(dialog);
      heading(dialog)?.focus();
    } else welcome(dialog, await reply.json());
  } catch {
    form.querySelector("button").textContent = "No connection. Try again";
  }
}

function welcome(dialog, { user, token }) {
  if (user !== person) {
    location.assign("/");
    return;
  }
  keep(token);
  dialog.close("signed-in");
}

addEventListener("focus", async () => {
  const dialog = document.getElementById("sign-in-again");
  if (!dialog?.open) return;
  const user = await who().catch(() => null);
  if (user === person) dialog.close("signed-in");
});
