/** The nugget list: each key acts on the nugget chosen when it was pressed.
 *
 * Actions go one at a time, in order, each with a key of its own, so that a fast hand
 * and a slow network mean the same. Without this script the forms do the same work.
 */

import { say } from "./live.js";

const WAIT = 120; // milliseconds before a chosen nugget's passage is fetched
const door = document.getElementById("door");
const form = document.getElementById("act");
const queue = [];
let flying = null;
let timer = null;
let aim = null; // the nugget that the person is at

const $ = (selector) => document.querySelector(selector);
const chosen = () => $("#editor input[name=nugget]:checked");
const rowOf = (uuid) => document.getElementById(`nugget-${uuid}`);
const choiceOf = (uuid) => rowOf(uuid)?.querySelector("input[name=nugget]");

/* Actions. */

function perform(button) {
  const words = $("#box textarea");
  if (words && words.value !== words.defaultValue && !button.closest("#box")) {
    words.focus();
    say("Save these words first, or leave them.");
    return;
  }
  const values = Object.fromEntries(new FormData(form));
  for (const name of ["csrfmiddlewaretoken", "seen", "key"]) delete values[name];
  values.action = button.value;
  values.key = newKey();
  queue.push(values);
  next();
}

function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}

function next() {
  if (flying || !queue.length) return;
  flying = queue.shift();
  const values = { ...flying, seen: $("#editor [name=seen]").value };
  window.htmx.ajax("POST", form.getAttribute("action"), { source: door, values }).catch(() => {});
}

/** A reworded nugget has a new name: what waits for the old one is meant for it. */
function follow(old, now) {
  for (const values of queue) {
    if (values.nugget === old) values.nugget = now;
  }
}

/** Who has moved on stays there; everybody else is led to what the action touched. */
function land() {
  const stay = aim !== flying?.nugget && !$("#box") && choiceOf(aim);
  if (stay) {
    $("#editor [data-focus]")?.removeAttribute("data-focus");
    stay.checked = true;
    stay.dataset.focus = "";
  }
  aim = chosen()?.value;
  for (const element of document.querySelectorAll("#editor [autofocus]")) {
    element.removeAttribute("autofocus");
  }
  $("#editor [data-focus]")?.focus();
}

door?.addEventListener("htmx:afterRequest", (event) => {
  const { status } = event.detail.xhr;
  const answered = (status >= 200 && status < 400) || status === 409 || status === 422;
  if (!answered || !flying) return;
  const old = flying.nugget;
  flying = null;
  if (status >= 400) queue.length = 0;
  else if (old && !rowOf(old)) follow(old, $("#editor").dataset.chosen);
  next();
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "editor") return;
  land();
  refold();
  reach();
  $("#box")?.scrollIntoView({ block: "nearest" });
  show();
});

addEventListener("beforeunload", (event) => {
  if (flying || queue.length) event.preventDefault();
});

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button[name=action]");
    if (!button || button.form !== form) return;
    event.preventDefault();
    event.stopPropagation();
    perform(button);
  },
  true,
);

/* The box in which words are written. */

function leave() {
  const row = $("#box").closest(".nugget");
  $("#box").remove();
  const text = row?.querySelector(".text");
  if (text) text.hidden = false;
  chosen()?.focus();
}

function inBox(event) {
  const { target, key } = event;
  if (key === "Escape") {
    event.preventDefault();
    leave();
    return;
  }
  const letter = key.toLowerCase();
  const option = target.matches("select") && target.querySelector(`[data-letter="${CSS.escape(letter)}"]`);
  if (option && !event.ctrlKey && !event.metaKey && !event.altKey) option.selected = true;
  const lines = "lines" in target.dataset && !event.ctrlKey;
  const enter = key === "Enter" && !event.shiftKey && !lines && !target.matches("a, button");
  if (!enter && !option) return;
  event.preventDefault();
  if (!event.isComposing) perform($("#box .save-box"));
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest?.("#box")) inBox(event);
  else if (event.target === document.body && /^Arrow(Up|Down)$/.test(event.key)) {
    event.preventDefault();
    chosen()?.focus();
  }
});

document.addEventListener("click", (event) => {
  if (!event.target.closest(".close-box")) return;
  event.preventDefault();
  leave();
});

/* The passage beside the list. */

let shown = "";

const sourcesOf = (choice) => choice.closest(".nugget").dataset.sources.split(/\s+/).filter(Boolean);

function show(uuid = null) {
  const choice = chosen();
  const passage = $("#passage");
  if (!choice || !passage) return;
  const sources = sourcesOf(choice);
  $("#to-source")?.toggleAttribute("hidden", !sources.length);
  const here = passage.dataset.uuid;
  const wanted = uuid ?? (sources.includes(here) ? here : (sources[0] ?? here));
  const name = `${wanted} ${choice.value}`;
  if (!wanted || name === shown) return;
  shown = name;
  window.htmx.ajax("GET", `${passage.dataset.base}${wanted}/?nugget=${choice.value}`, {
    source: $("#passages"),
    target: passage,
    swap: "outerHTML",
  }).catch(() => {});
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "passage") return;
  const passage = $("#passage");
  shown = `${passage.dataset.uuid} ${chosen()?.value}`;
  const source = $("#box [data-shown]");
  if (source) source.value = passage.dataset.uuid;
  $("#passages").scrollTop = 0;
  passage.querySelector("mark")?.scrollIntoView({ block: "nearest" });
});

document.addEventListener("change", (event) => {
  if (event.target.name !== "nugget") return;
  aim = event.target.value;
  reach();
  clearTimeout(timer);
  timer = setTimeout(show, WAIT);
});

$("#to-source")?.addEventListener("click", () => {
  const choice = chosen();
  const sources = choice ? sourcesOf(choice) : [];
  const here = sources.indexOf($("#passage").dataset.uuid);
  if (sources.length) show(sources[(here + 1) % sources.length]);
});

/** Tab passes by the sources of all nuggets but the chosen one. */
function reach() {
  const row = chosen()?.closest(".nugget");
  for (const link of document.querySelectorAll("#editor .sources a")) {
    link.tabIndex = link.closest(".nugget") === row ? 0 : -1;
  }
}

/* What is folded stays folded when the list comes anew. */

function refold() {
  for (const fold of document.querySelectorAll("details[data-fold]")) {
    if (sessionStorage.getItem(`fold.${fold.dataset.fold}`)) fold.open = false;
  }
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.dataset?.fold || !target.isConnected) return;
    if (target.open) sessionStorage.removeItem(`fold.${target.dataset.fold}`);
    else sessionStorage.setItem(`fold.${target.dataset.fold}`, "1");
  },
  true,
);

aim = chosen()?.value;
refold();
reach();
shown = `${$("#passage")?.dataset.uuid} ${chosen()?.value}`;
$("#to-source")?.toggleAttribute("hidden", !chosen() || !sourcesOf(chosen()).length);
