/** One sheet of items at a time: light one, label it by one key, go on; the next waits.
 *
 * A screen says what is its own: `rows` selects the items; `item(row)` names one across
 * sheets, `body(row)` and `about(row)` say what is sent and what that is to people,
 * `light(row)` and `show(row, value)` draw, `read(row)` is spoken, `words(row)` gives
 * where to look for whose words; `complete` and `left(n, all)` are sentences.
 */

import { clock } from "./clock.js";
import { check } from "./keys.js";
import { say } from "./live.js";
import { pending, send } from "./outbox.js";
import { markWords, unmarkWords } from "./words.js";

const undoable = []; // {address, item, before}
const completed = new Set(); // addresses of sheets that this page saw completed
const latest = new Map(); // item → {value, seen}: newer than a page fetched before
const pages = new Map(); // address → promise of the page's text
let screen = null;
let done = 0;
let words = false;

export const sheet = () => document.getElementById("sheet");
const rows = () => [...sheet().querySelectorAll(screen.rows)];
const lit = () => sheet().querySelector(`${screen.rows}.lit`);
const open = () => rows().filter((row) => !row.dataset.value);
const rowOf = (item) => rows().find((row) => screen.item(row) === item);
const here = () => location.pathname;

/* What the page shows. */

/** Put the mark of a value in the place of another. */
export function replaceMark(mark, value) {
  const made = sheet().querySelector(`template[data-mark="${value}"]`);
  mark.replaceWith(made.content.firstElementChild.cloneNode(true));
}

function show(row, value) {
  row.dataset.value = value;
  screen.show(row, value);
}

function light(row) {
  if (row && lit() === row) return;
  lit()?.removeAttribute("aria-current");
  lit()?.classList.remove("lit");
  clock.start(row ? screen.item(row) : null);
  if (row) {
    row.classList.add("lit");
    row.setAttribute("aria-current", "true");
  }
  screen.light(row);
  if (row) say(screen.read(row));
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
  if (words && lit()) markWords(...screen.words(lit()));
}

/* What the assessor does. */

function give(row, value, { undoing = false } = {}) {
  const before = row.dataset.value;
  if (before === value) return;
  const item = screen.item(row);
  if (!undoing) undoable.push({ address: here(), item, before });
  put(row, value);
  send({
    url: sheet().dataset.api,
    item,
    body: { ...screen.body(row), value, seen: Number(row.dataset.seen) },
    words: `${value.replace("_", " ") || "no label"} for “${screen.about(row)}”`,
    activeMs: clock.take(),
    onDone: (answer) => keep(item, answer),
    onConflict: (answer) => conflict(item, answer),
  });
}

function put(row, value) {
  done += Boolean(value) - Boolean(row.dataset.value);
  show(row, value);
  latest.set(screen.item(row), { value, seen: Number(row.dataset.seen) });
}

function keep(item, { version }) {
  const known = latest.get(item);
  if (known) known.seen = version;
  const row = rowOf(item);
  if (row) row.dataset.seen = version;
}

function conflict(item, { value, version }) {
  latest.set(item, { value, seen: version });
  const row = rowOf(item);
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

/** Light the next item; past the last one, the first that was left out, else none. */
function goOn(row) {
  const all = rows();
  light(all[all.indexOf(row) + 1] ?? open()[0] ?? null);
  if (!lit()) say(screen.complete);
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
  const row = rowOf(last.item);
  if (!row) return;
  give(row, last.before, { undoing: true });
  light(row);
  refresh();
}

async function onward() {
  const missing = open();
  if (missing.length) {
    light(missing[0]);
    say(screen.left(missing.length, rows().length));
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

/* From sheet to sheet. */

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

/** Show another sheet without a new page; where that fails, go there plainly. */
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
    const known = latest.get(screen.item(row));
    if (known) row.dataset.seen = Math.max(known.seen, Number(row.dataset.seen));
    show(row, waiting.get(screen.item(row)) ?? known?.value ?? row.dataset.value);
  }
}

function begin({ first = false } = {}) {
  const shown = open().length;
  overlay();
  if (first) done = Number(sheet().dataset.done) + shown - open().length;
  screen.begin?.();
  check();
  light(open()[0] ?? null);
  sheet().querySelector(screen.focus).focus({ preventScroll: true });
  const { then, resume } = sheet().dataset;
  if (then !== resume) fetchPage(then).catch(() => pages.delete(then));
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const hit = (what) => event.target.closest(`#sheet :is(${what})`);
  const target = hit(`[data-act], button[data-value], a, [data-lights], ${screen.rows}`);
  if (!target) return;
  if (target.matches("[data-act]")) acts[target.dataset.act]();
  else if (target.matches("button[data-value]")) label(target.dataset.value);
  else if (target.matches("[data-lights]")) {
    event.preventDefault();
    light(document.getElementById(target.dataset.lights));
  } else if (target.matches(screen.rows)) light(target);
  else if (target.matches(".onward, [data-go]")) {
    event.preventDefault();
    if (target.matches(".onward")) onward();
    else go(target.getAttribute("href"));
  }
}

/** Begin a screen of sheets. */
export function openSheets(own) {
  screen = own;
  document.addEventListener("click", pressed);
  addEventListener("popstate", () => go(here(), { push: false }));
  begin({ first: true });
}
