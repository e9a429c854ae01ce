/** Assignment: light one nugget, label it by one key, go on; the next response waits. */

import { clock } from "./clock.js";
import { check } from "./keys.js";
import { say } from "./live.js";
import { pending, send } from "./outbox.js";
import { markWords, unmarkWords } from "./words.js";

const undoable = []; // {response, address, nugget, before}
const completed = new Set(); // addresses of responses that this page saw completed
const latest = new Map(); // item → {value, seen}: newer than a page fetched before
const pages = new Map(); // address → promise of the page's text
let done = 0;
let words = false;

const sheet = () => document.getElementById("sheet");
const rows = () => [...sheet().querySelectorAll(".nugget")];
const lit = () => sheet().querySelector(".nugget.lit");
const open = () => rows().filter((row) => !row.dataset.value);
const item = (row) => `${sheet().dataset.response}:${row.dataset.nugget}`;
const here = () => location.pathname;

/* What the page shows. */

function show(row, value) {
  row.dataset.value = value;
  row.classList.toggle("given", value !== "");
  const mark = sheet().querySelector(`template[data-mark="${value}"]`);
  row.querySelector(".mark").replaceWith(mark.content.firstElementChild.cloneNode(true));
}

function light(row) {
  if (lit() === row) return;
  lit()?.removeAttribute("aria-current");
  lit()?.classList.remove("lit");
  clock.start(row ? item(row) : null);
  if (row) {
    row.classList.add("lit");
    row.setAttribute("aria-current", "true");
    row.scrollIntoView({ block: "nearest" });
    say(`${row.querySelector(".text").textContent}. ${row.querySelector(".mark").textContent}`);
  }
  refresh();
}

function refresh() {
  const { place, responses, total } = sheet().dataset;
  const left = open().length;
  document.getElementById("position").textContent =
    `response ${place} of ${responses} · ${done} of ${total} labels`;
  document.getElementById("say").textContent = left ? `${left} of ${rows().length} left` : "";
  sheet().querySelector(".onward").classList.toggle("ready", !left);
  for (const button of sheet().querySelectorAll("[data-value][data-key]")) {
    button.setAttribute("aria-pressed", String(lit()?.dataset.value === button.dataset.value));
  }
  if (left) completed.delete(here());
  else completed.add(here());
  unmarkWords(sheet());
  sheet().querySelector('[data-act="where"]').setAttribute("aria-pressed", String(words));
  if (words && lit()) markWords(sheet().querySelector("article"), lit().querySelector(".text"));
}

/* What the assessor does. */

function give(row, value, { undoing = false } = {}) {
  const before = row.dataset.value;
  if (before === value) return;
  if (!undoing) {
    undoable.push({ address: here(), nugget: row.dataset.nugget, before });
  }
  put(row, value);
  const about = item(row);
  send({
    url: sheet().dataset.api,
    item: about,
    body: {
      response: sheet().dataset.response,
      nugget: row.dataset.nugget,
      value,
      seen: Number(row.dataset.seen),
    },
    words: `${value.replace("_", " ") || "no label"} for “${row.querySelector(".text").textContent}”`,
    activeMs: clock.take(),
    onDone: (answer) => keep(about, answer),
    onConflict: (answer) => conflict(about, answer),
  });
}

function put(row, value) {
  done += Boolean(value) - Boolean(row.dataset.value);
  show(row, value);
  latest.set(item(row), { value, seen: Number(row.dataset.seen) });
}

function rowOf(about) {
  return rows().find((row) => item(row) === about);
}

function keep(about, { version }) {
  const known = latest.get(about);
  if (known) known.seen = version;
  const row = rowOf(about);
  if (row) row.dataset.seen = version;
}

function conflict(about, { value, version }) {
  latest.set(about, { value, seen: version });
  const row = rowOf(about);
  if (!row) return;
  put(row, value);
  row.dataset.seen = version;
  refresh();
  const notice = "Changed since you opened it, in another window: it stands as shown.";
  document.getElementById("say").textContent = notice;
  say(notice);
}

function label(value) {
  const row = lit();
  if (!row) return;
  give(row, value);
  if (value && !("stay" in sheet().dataset)) goOn(row);
  refresh();
}

/** Light the next nugget; past the last one, the first that was left out, else none. */
function goOn(row) {
  const following = row.nextElementSibling;
  light(following ?? open()[0] ?? null);
  if (!lit()) {
    say("Every nugget has its label. Enter for the next response.");
  }
}

function move(step) {
  const all = rows();
  const place = lit() ? all.indexOf(lit()) + step : step > 0 ? 0 : all.length - 1;
  if (all[place]) light(all[place]);
}

async function undo() {
  const last = undoable.pop();
  if (!last) {
    say("Nothing to undo.");
    return;
  }
  if (last.address !== here()) await go(last.address);
  const row = rows().find((each) => each.dataset.nugget === last.nugget);
  if (!row) return;
  give(row, last.before, { undoing: true });
  light(row);
  refresh();
}

async function onward() {
  const missing = open();
  if (missing.length) {
    light(missing[0]);
    say(`${missing.length} of ${rows().length} nuggets have no label yet.`);
    return;
  }
  const { then, resume } = sheet().dataset;
  const next = completed.has(then) ? resume : then;
  if (next === resume) await allSent();
  go(next);
}

/** Wait until the server has every label: only then can it tell what is left. */
async function allSent() {
  if (!pending().length) return;
  say("Saving the last labels first.");
  await new Promise((resolve) => {
    const look = () => {
      if (pending().length) return;
      document.removeEventListener("outbox:done", look);
      resolve();
    };
    document.addEventListener("outbox:done", look);
  });
}

const acts = {
  up: () => move(-1),
  down: () => move(1),
  undo,
  clear: () => label(""),
  where: () => {
    words = !words;
    refresh();
  },
};

/* From response to response. */

function fetchPage(address) {
  if (!pages.has(address)) {
    const asked = fetch(address, { headers: { Accept: "text/html" } });
    pages.set(
      address,
      asked.then(async (reply) => {
        if (!reply.ok) throw new Error(String(reply.status));
        return { address: new URL(reply.url).pathname, text: await reply.text() };
      }),
    );
  }
  return pages.get(address);
}

/** Show another response without a new page; where that fails, go there plainly. */
async function go(address, { push = true } = {}) {
  const folded = sheet().querySelector(".narrative").open;
  let page;
  try {
    page = await fetchPage(address);
  } catch {
    location.assign(address);
    return;
  } finally {
    pages.delete(address);
  }
  const copy = new DOMParser().parseFromString(page.text, "text/html");
  const next = copy.getElementById("sheet");
  if (!next) {
    location.assign(page.address);
    return;
  }
  next.querySelector(".narrative").open = folded && sheet().dataset.place === next.dataset.place;
  sheet().replaceWith(document.adoptNode(next));
  document.title = copy.title;
  if (push) history.pushState(null, "", page.address);
  begin();
}

/** Lay what this browser knows better over a page that the server made before. */
function overlay() {
  const waiting = new Map(pending().map((action) => [action.item, action.body.value]));
  for (const row of rows()) {
    const known = latest.get(item(row));
    if (known) row.dataset.seen = Math.max(known.seen, Number(row.dataset.seen));
    const value = waiting.get(item(row)) ?? known?.value;
    if (value !== undefined && value !== row.dataset.value) show(row, value);
    row.classList.toggle("given", row.dataset.value !== "");
  }
}

function begin({ first = false } = {}) {
  const shown = open().length;
  overlay();
  if (first) done = Number(sheet().dataset.done) + shown - open().length;
  sheet().querySelector(".drawer").open = true;
  check();
  light(open()[0] ?? null);
  refresh();
  sheet().querySelector("[data-focus]").focus({ preventScroll: true });
  const { then, resume } = sheet().dataset;
  if (then !== resume) fetchPage(then).catch(() => pages.delete(then));
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const target = event.target.closest("#sheet [data-act], #sheet button[data-value], #sheet a, #sheet .nugget");
  if (!target) return;
  if (target.matches("[data-act]")) acts[target.dataset.act]();
  else if (target.matches("button[data-value]")) label(target.dataset.value);
  else if (target.matches(".nugget")) light(target);
  else if (target.matches(".onward, [data-go]")) {
    event.preventDefault();
    if (target.matches(".onward")) onward();
    else go(target.getAttribute("href"));
  }
});

addEventListener("popstate", () => go(here(), { push: false }));
begin({ first: true });
