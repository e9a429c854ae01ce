/** Span nuggets: choose words of a passage; one key makes them a nugget.
 *
 * An edit is drawn at once and sent by the outbox; a nugget that the server does not
 * know yet is named by the key of the edit that creates it. The server's own page is
 * fetched after an undo, and after somebody else's edits.
 */

import { clock } from "../../assess/judging/clock.js";
import { aside, held, setOut } from "../../assess/judging/course.js";
import { check } from "../../components/keys.js";
import { answerOf } from "../../components/dialogs.js";
import { say, tell } from "../../components/live.js";
import { openReading } from "../../texts/marks.js";
import { editsOf } from "../../assess/judging/lists/edits.js";
import { send } from "../../outbox/outbox.js";
import { Sentences } from "../../texts/sentences.js";
import { brief, namesAt, paint, selectedSpan, textOf } from "../../texts/spans.js";
import { focus, openText } from "../../assess/judging/text_screen.js";
import { refreshTalk } from "../../assess/judging/threads/talk.js";
import { untilDone } from "../../outbox/tries.js";
import { leaveFor, prefetch, turn } from "../../assess/judging/turn.js";

const mine = new Map(); // key of each edit drawn here → its passage
const drawn = new Map(); // passage → the newest revision that was drawn on it
let walk = null; // through the sentences of the passage
let last = null; // the words chosen last, which a press on a button may un-choose
let revision = 0; // the newest that this page knows
let elsewhere = 0; // the newest that was not drawn here: an undo, another window's
let due = false; // the page is to be fetched again
let shown = ""; // the address of the passage that is shown
let heading = ""; // and of the one on its way
let nuggets = 0; // on the whole list

const TRAVELS = ["undo", "redo"]; // drawn by the server
const sheet = () => document.getElementById("sheet");
const passage = () => document.getElementById("passage");
const rows = () => [...document.querySelectorAll("#made > .nugget")];
const lit = () => document.querySelector("#made > .nugget.lit");
const named = (name) => rows().find((row) => row.dataset.name === name);
const edits = () => editsOf(sheet().dataset.version);
const spanOfRow = ({ dataset }) => [Number(dataset.start), Number(dataset.end)];
const same = (one, two) => String(one) === String(two);
const twinOf = (span) => rows().find((row) => same(spanOfRow(row), span));

/** Display. */

function refresh() {
  const marked = rows().filter((row) => "start" in row.dataset);
  marked.sort((a, b) => compare(spanOfRow(a), spanOfRow(b)));
  const all = [...marked, ...rows().filter((row) => !marked.includes(row))];
  document.getElementById("made").append(...all);
  all.forEach((row, place) => (row.querySelector(".number").textContent = String(place + 1)));
  paint(passage(), marked.map((row, place) => {
    const [start, end] = spanOfRow(row);
    return { start, end, name: String(place + 1) };
  }));
  document.querySelector(".made .none").hidden = all.length > 0;
  position();
  glow();
}

const compare = (one, two) => one[0] - two[0] || one[1] - two[1];

function position() {
  const { place, total } = sheet().dataset;
  document.getElementById("position").textContent =
    `passage ${place} of ${total} · ${nuggets} nugget${nuggets === 1 ? "" : "s"}`;
}

/** Count the list's nuggets, unless the page is older than the newest revision. */
function count() {
  if (Number(sheet().dataset.seen) < revision) return;
  const by = { span: 1, delete: -1 };
  const coming = edits().waiting().map(({ body }) => by[body.action] ?? 0);
  nuggets = coming.reduce((sum, one) => sum + one, Number(sheet().dataset.nuggets));
}

function light(row) {
  lit()?.classList.remove("lit");
  row?.classList.add("lit");
  row?.scrollIntoView({ block: "nearest" });
  glow();
}

function glow() {
  const number = lit()?.querySelector(".number").textContent;
  for (const piece of passage().querySelectorAll("[data-spans]")) {
    piece.classList.toggle("lit", piece.dataset.spans.split(" ").includes(number));
  }
}

/** Edits. */

function edit(action, body, words) {
  const { api, version, seen, segment } = sheet().dataset;
  const key = send({
    url: api,
    item: edits().item,
    body: { version, action, ...body, seen: Number(seen) },
    words,
    activeMs: clock.take(),
  });
  if (!TRAVELS.includes(action)) mine.set(key, segment);
  return key;
}

function make() {
  const span = selectedSpan(passage()) ?? last;
  if (!span) return tell("Choose words first: by the mouse, or a sentence by ↓.");
  const twin = twinOf(span);
  if (twin) {
    light(twin);
    return tell("These words are a nugget already.");
  }
  const text = textOf(passage(), span);
  const said = `${sheet().dataset.segment} ${span.join(" ")}`;
  const key = edit("span", { span: said, text: "" }, `a nugget of “${brief(text)}”`);
  nuggets += 1;
  add(key, span, text);
  walk.release(); // it would cover the new nugget's number
  last = span;
  tell(`A nugget: ${brief(text)}`);
}

function add(name, [start, end], text) {
  const row = document.getElementById("made-row").content.firstElementChild.cloneNode(true);
  Object.assign(row.dataset, { name, start, end });
  row.querySelector(".text").textContent = text;
  document.getElementById("made").append(row);
  refresh();
  light(row);
}

/** Return the selected nugget, null if there is none or an undo may still remove it. */
function inList() {
  const turning = due || edits().waiting().some(({ body }) => TRAVELS.includes(body.action));
  if (turning) tell("The list as undone is loading: press again then.");
  else if (!lit()) tell("Choose a nugget of the list first: j and k, or the mouse.");
  return turning ? null : lit();
}

function remove() {
  const row = inList();
  if (!row) return;
  const text = row.querySelector(".text").textContent;
  edit("delete", { nugget: row.dataset.name }, `remove “${brief(text)}”`);
  nuggets -= 1;
  drop(row);
  tell(`Removed: ${brief(text)}`);
}

function drop(row) {
  const place = rows().indexOf(row);
  row.remove();
  refresh();
  light(rows()[place] ?? rows()[place - 1]);
}

function grade(importance) {
  const row = inList();
  if (!row) return;
  const text = row.querySelector(".text").textContent;
  edit(importance || "unset", { nugget: row.dataset.name }, `${importance || "no importance"} for “${brief(text)}”`);
  put(row, importance);
  tell(importance || "no importance");
}

function put(row, importance) {
  row.dataset.importance = importance;
  row.querySelector(".importance").textContent = importance || "–";
}

/** Links and mappings: a box each, for the nugget that was lit when it opened. */

const RELATED = { same: "same as", covers: "covers", covered: "covered by" };

async function inBox(id, opened) {
  const row = inList();
  const box = document.getElementById(id);
  if (!row || !box) return null;
  box.querySelector("[data-nugget]").textContent = row.querySelector(".text").textContent;
  const choices = box.querySelector("select[size]");
  opened?.(choices, row);
  choices.value = "";
  box.showModal();
  choices.focus();
  const said = await answerOf(box, () => choices.selectedOptions[0] ?? null);
  if (said && !row.isConnected) tell("The list has changed: choose the nugget again.");
  return said && row.isConnected ? { row, said, box } : null;
}

/** List the passage's other nuggets before those of other passages. */
function offer(choices, lit) {
  for (const old of choices.querySelectorAll("[data-here]")) old.remove();
  const here = rows().filter((row) => row !== lit).map((row) => {
    const made = new Option(row.querySelector(".text").textContent, row.dataset.name);
    made.dataset.here = "";
    return made;
  });
  choices.options[0].after(...here);
}

async function link() {
  const found = await inBox("link-box", offer);
  if (!found) return;
  const { row, said, box } = found;
  const relation = box.querySelector("#link-relation").value;
  const words = said.value ? `${RELATED[relation]} “${brief(said.text)}”` : "no link";
  edit("link", { nugget: row.dataset.name, other: said.value, relation }, words);
  putLink(row, said.value && `${RELATED[relation]} “${said.text}”`);
  tell(words);
}

const putLink = (row, words) => (row.querySelector(".link").textContent = words);

async function map() {
  const found = await inBox("map-box");
  if (!found) return;
  const { row, said } = found;
  edit("map", { nugget: row.dataset.name, subnarrative: said.value }, `sub-narrative ${said.dataset.letter}`);
  putPart(row, said.value);
  tell(said.value ? `Mapped to ${said.text.slice(1).trim()}` : "No sub-narrative.");
}

function putPart(row, part) {
  const option = part && document.querySelector(`#map-part [value="${part}"]`);
  row.querySelector(".part").textContent = option ? option.dataset.letter : "";
}

/** Return the words of an unsent link to a nugget of any passage. */
function linkIn({ other, relation }) {
  const text = named(other)?.querySelector(".text").textContent
    ?? document.querySelector(`#link-other [value="${other}"]`)?.text;
  return text ? `${RELATED[relation]} “${text}”` : "";
}

/** Enter takes what is chosen, a letter its sub-narrative at once. */
document.addEventListener("keydown", (event) => {
  const choices = event.target.closest?.("#link-other, #map-part");
  if (!choices || event.ctrlKey || event.metaKey || event.altKey) return;
  const option = choices.querySelector(`[data-letter="${CSS.escape(event.key)}"]`);
  if (option) option.selected = true;
  else if (event.key !== "Enter") return;
  event.preventDefault();
  choices.form.requestSubmit(choices.form.querySelector(".primary"));
});

/** Draw this browser's unsent edits over a page that the server rendered before. */
function overlay() {
  for (const { key, body } of edits().waiting()) {
    const [segment, ...span] = (body.span ?? "").split(" ");
    const row = named(body.nugget);
    if (body.action === "span" && segment === sheet().dataset.segment && !twinOf(span)) {
      add(key, span.map(Number), textOf(passage(), span.map(Number)));
    } else if (row && body.action === "delete") drop(row);
    else if (row && ["vital", "okay"].includes(body.action)) put(row, body.action);
    else if (row && body.action === "unset") put(row, "");
    else if (row && body.action === "link") putLink(row, linkIn(body));
    else if (row && body.action === "map") putPart(row, body.subnarrative);
  }
}

/** Send undo and redo to the server: only it knows what came before. */
async function turnBack(action) {
  edit(action, {}, action);
  tell(action === "undo" ? "Undone." : "Done again.");
}

/** Fetch the passage from the server, once nothing waits: the last response asks again. */
const reread = untilDone(async () => {
  if (!due || edits().waiting().length) return true;
  if (document.querySelector("#sheet dialog[open]")) return false;
  let left = {};
  const before = (to) => {
    keepDrawer(to);
    const top = document.querySelector(".frame-item").scrollTop;
    left = { top, chosen: passage() && selectedSpan(passage()), name: lit()?.dataset.name };
  };
  const came = await aside((isWanted) => turn(shown, { push: false, before, isWanted }));
  if (came === false) tell("The passage cannot be loaded yet: it is tried again by itself.");
  if (!came) return !due;
  begin({ quiet: true });
  document.querySelector(".frame-item").scrollTop = left.top;
  if (left.chosen) walk?.choose(left.chosen);
  light(named(left.name));
  return true;
});

document.addEventListener("outbox:done", ({ detail: { action, answer } }) => {
  if (!edits().ours(action)) return;
  revision = Math.max(revision, answer.version);
  const own = mine.get(action.key);
  if (own) drawn.set(own, answer.version);
  else elsewhere = revision;
  // Nuggets of a page that arrived in the meantime were counted twice.
  due ||= !own || Number(sheet().dataset.seen) >= answer.version;
  reread();
});

for (const kind of ["conflict", "refused"]) {
  document.addEventListener(`outbox:${kind}`, ({ detail }) => {
    if (!edits().ours(detail.action)) return;
    due = true;
    reread();
  });
}

/** Selection. */

function follow() {
  if (!passage()) return;
  const span = selectedSpan(passage());
  const here = passage().contains(getSelection().anchorNode);
  if (span || here) last = span;
  if (!span) return;
  const over = rows().filter((row) => {
    const [start, end] = spanOfRow(row);
    return start < span[1] && span[0] < end;
  });
  if (over.length && !over.includes(lit())) light(over[0]);
}

function chose(span) {
  if (span) say(`${walk.said(span)}: ${textOf(passage(), span)}`);
}

/** Select the nugget that many rows further, and choose its words. */
function next(by) {
  const all = rows();
  const row = all[lit() ? all.indexOf(lit()) + by : by > 0 ? 0 : all.length - 1];
  if (row) point(row);
}

function point(row) {
  if ("start" in row.dataset) walk.choose(spanOfRow(row));
  light(row);
  say(row.querySelector(".choose").textContent);
}

const acts = {
  make,
  remove,
  vital: () => grade("vital"),
  okay: () => grade("okay"),
  unset: () => grade(""),
  link,
  map,
  undo: () => turnBack("undo"),
  redo: () => turnBack("redo"),
  down: () => chose(walk.step(1)),
  up: () => chose(walk.step(-1)),
  grow: () => chose(walk.step(1, { extend: true })),
  shrink: () => chose(walk.step(-1, { extend: true })),
  "end-on": () => chose(walk.trim("end", 1)),
  "end-back": () => chose(walk.trim("end", -1)),
  "start-on": () => chose(walk.trim("start", 1)),
  "start-back": () => chose(walk.trim("start", -1)),
  next: () => next(1),
  last: () => next(-1),
  done: () => leaveFor(sheet().dataset.done),
};
const CHOOSE = ["down", "up", "grow", "shrink", "end-on", "end-back", "start-on", "start-back"];
const FREE = [...CHOOSE, "next", "last", "done"]; // while another passage comes

/** From passage to passage. */

function keepDrawer(to) {
  to.querySelector(".drawer").open = sheet().querySelector(".drawer").open;
}

async function go(address, { push = true } = {}) {
  if (held() && address === heading) return tell("That passage is loading.");
  heading = address;
  const lead = (isWanted) => turn(address, { push, before: keepDrawer, isWanted });
  const arrived = await setOut(lead);
  if (arrived) begin();
  else if (arrived === false) {
    if (location.pathname !== shown) history.pushState(null, "", shown);
    tell("The passage cannot be loaded yet: try again. Your nuggets are safe.");
    reread();
  }
}

/** Return the passage as the subject of a thread. */
function inHand() {
  const { segment, title, place } = sheet().dataset;
  return segment ? { item: segment, about: `Passage ${place}: “${title}”` } : null;
}

function begin({ quiet = false } = {}) {
  const { seen, segment, title, place, total, then } = sheet().dataset;
  last = null;
  shown = location.pathname;
  walk = passage() ? new Sentences(passage()) : null;
  check();
  refreshTalk();
  if (!walk) return;
  count();
  revision = Math.max(revision, Number(seen));
  overlay();
  refresh();
  openReading({ done: focus });
  due = Number(seen) < Math.max(elsewhere, drawn.get(segment) ?? 0);
  reread();
  if (!quiet) {
    getSelection().removeAllRanges();
    focus();
    say(`Passage ${place} of ${total}. ${title}. ${rows().length} nuggets here.`);
  }
  if (then) prefetch(then);
}

document.addEventListener("selectionchange", follow);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  getSelection().removeAllRanges();
  last = null;
});

addEventListener("popstate", () => go(location.pathname, { push: false }));
openText({
  item: sheet().dataset.version, // of the list: time spent reading counts with the next edit
  acts,
  free: FREE,
  isThere: (act) => Boolean(walk) || act === "done",
  presses: {
    "#sheet [data-go]": (link) => void go(link.getAttribute("href")),
    "#sheet [data-light]": (button) => point(button.closest(".nugget")),
    "#sheet [data-spans]": (piece) => {
      if (getSelection().isCollapsed) light(rows()[namesAt(piece).at(-1) - 1]);
      return null;
    },
  },
  inHand,
});
begin();
