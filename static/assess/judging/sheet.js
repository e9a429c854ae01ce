/** One sheet of items at a time: highlight one, label it by one key, go on; the next waits.
 *
 * A screen declares what differs from `ROW`: `rows` selects the items; `body(row)` is
 * what is sent, `item(row)` names one within the work and `about(row)` describes it,
 * `light(row)` and `show(row, value)` draw, `read(row)` is announced, `texts(row)` are
 * where words are marked, `words(row)` are these words; `things` is what the items are,
 * `complete` and `left(n, all)` are sentences. A label with more than a value has the
 * names of the rest in `said`, a row's own in `own(row)`, and them in words from
 * `more(label)`; `acts` are the screen's further keys.
 */

import { clock } from "./clock.js";
import { held, stay } from "./course.js";
import { check, leadBack } from "../../components/keys.js";
import { count, give, isOpen, labelOf, learn, openLabels } from "./labels.js";
import { say } from "../../components/live.js";
import { openTerms, showMarks } from "../../texts/marks.js";
import { person } from "../../components/session.js";
import { showTalk, showUnsent, stateOf, tag } from "./threads/talk.js";
import { isAway, mayJudge, onward, openWalk, sheet, tell } from "./walk.js";

const narrow = matchMedia("(max-width: 52rem)");
let screen = null;

export { mayJudge, sheet, tell };
const rows = () => [...sheet().querySelectorAll(screen.rows)];
export const lit = () => sheet().querySelector(`${screen.rows}.lit`);
const open = () => rows().filter((row) => isOpen(screen.item(row)));
const rowOf = (item) => rows().find((row) => screen.item(row) === item);

/** Display. */

/** Replace a value's mark by another. */
export function replaceMark(mark, value) {
  const made = sheet().querySelector(`template[data-mark="${value}"]`);
  mark.replaceWith(made.content.firstElementChild.cloneNode(true));
}

export const textOf = (row) => row.querySelector(".text");
export const markOf = (row) => row.querySelector(".mark");

/** A row with a text and a mark, beside the text that it is judged by. */
const ROW = {
  rows: ".nugget",
  focus: "[data-focus]",
  item: (row) => Object.values(screen.body(row)).join(":"),
  about: (row) => textOf(row).textContent,
  show: (row, value) => {
    row.classList.toggle("given", value !== "");
    replaceMark(markOf(row), value);
  },
  light: (row) => row?.scrollIntoView({ block: "nearest" }),
  read: (row) => `${textOf(row).textContent.replace(/\.$/, "")}. ${markOf(row).textContent}`,
  texts: () => [...sheet().querySelectorAll("article")],
  words: textOf,
  left: (missing, all) => `${missing} of ${all} ${screen.things} have no label yet.`,
};

/** Let Enter accept the label that is shown for a row, until it has one. */
export function propose(row) {
  const proposed = row && !row.dataset.value ? row.dataset.shown : "";
  for (const button of sheet().querySelectorAll(".labels [data-value]")) {
    const [own] = button.dataset.key.split(" ");
    const isIt = button.dataset.value === proposed;
    button.classList.toggle("proposed", isIt);
    button.dataset.key = isIt ? `${own} Enter` : own;
  }
  const onward = sheet().querySelector(".onward");
  onward.querySelector("kbd").hidden = Boolean(proposed);
  if (proposed) delete onward.dataset.key;
  else onward.dataset.key = "Enter";
}

function show(row) {
  const { value } = labelOf(screen.item(row));
  row.dataset.value = value;
  screen.show(row, value);
  tag(row, stateOf(screen.item(row), { labelled: Boolean(value) }));
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
  const { place, responses, total, where } = sheet().dataset;
  const left = open().length;
  document.getElementById("position").textContent = [
    where ?? `response ${place} of ${responses}`,
    `${count.done} of ${total} labels`,
    ...(count.skipped ? [`${count.skipped} skipped`] : []),
  ].join(" · ");
  document.getElementById("say").textContent = left ? `${left} of ${rows().length} left` : "";
  sheet().querySelector(".onward").classList.toggle("ready", !left);
  for (const button of sheet().querySelectorAll("[data-value][data-key]")) {
    button.setAttribute("aria-pressed", String(lit()?.dataset.value === button.dataset.value));
  }
  showTalk(lit() && screen.item(lit()));
  showMarks({
    texts: screen.texts(lit()),
    topic: sheet().querySelector("[data-topic]"),
    item: lit() && screen.words(lit()),
  });
}

function changed(item, { elsewhere = false } = {}) {
  const row = rowOf(item);
  if (row) show(row);
  refresh();
  if (row && elsewhere) tell("Changed since you opened it, in another window: its current label is shown.");
}

/** Actions of the assessor. */

/** Change more of an item's label than its value, and stay on it. */
export function change(row, what) {
  give(screen.item(row), what);
  show(row);
  refresh();
}

function label(value) {
  const row = lit();
  if (!row) {
    tell(screen.complete);
    return;
  }
  const item = screen.item(row);
  if (labelOf(item).value !== value) give(item, { value });
  show(row);
  if (!value) say(`No label: ${screen.about(row)}`);
  if (!value || "stay" in sheet().dataset) refresh();
  else if (isAway() || ("turns" in sheet().dataset && !open().length)) onward();
  else goOn(row);
}

/** Select the next item without a label; after the last one, the first that was left out. */
function goOn(row) {
  const [before, after] = [open(), rows().slice(rows().indexOf(row) + 1)];
  light(after.find((each) => before.includes(each)) ?? before[0] ?? null);
  refresh();
  if (lit()) return;
  focus();
  say(screen.complete);
}

function move(step) {
  const all = rows();
  const place = lit() ? all.indexOf(lit()) + step : step > 0 ? 0 : all.length - 1;
  if (all[place]) choose(all[place]);
}

/** Select an item at its person's request: it takes keys again. */
function choose(row) {
  if (held() === "done") stay();
  if (mayJudge()) light(row);
}

function next() {
  const missing = isAway() ? [] : open();
  if (!missing.length) {
    onward();
    return;
  }
  light(missing[0]);
  say(`${screen.left(missing.length, rows().length)} ${screen.read(missing[0])}`);
}

/** From sheet to sheet. */

function learnAll() {
  showUnsent(rows().map(screen.item));
  const talked = new Map(
    [...sheet().querySelectorAll(".thread[data-item]")].map((each) => [each.dataset.item, each]),
  );
  for (const row of rows()) {
    learn(screen.item(row), {
      value: row.dataset.value,
      seen: Number(row.dataset.seen),
      skipped: "skipped" in (talked.get(screen.item(row))?.dataset ?? {}),
      ...screen.own?.(row),
      about: screen.about(row),
      body: screen.body(row),
      place: sheet().dataset.place,
      address: location.pathname,
    });
    show(row);
  }
}

function begin(first) {
  const shown = rows().filter((row) => row.dataset.value).length;
  learnAll();
  const { done, skipped = 0 } = sheet().dataset;
  if (first) {
    openTopic();
    count.done = Number(done) + rows().filter((row) => row.dataset.value).length - shown;
    count.skipped = Number(skipped);
  }
  openTerms({ done: focus });
  screen.begin?.();
  check();
  light(open()[0] ?? null);
  focus();
  refresh();
}

function focus() {
  sheet().querySelector(screen.focus).focus({ preventScroll: true });
}

const told = () => `assay.told.${person}.${sheet().dataset.api}`;

/** Open the topic only at the first response of a session, if there is room. */
function openTopic() {
  const topic = sheet().querySelector(".narrative");
  if (topic) topic.open = !narrow.matches && !sessionStorage.getItem(told());
}

function foldTopic(next) {
  const topic = next.querySelector(".narrative");
  if (!topic) return;
  topic.open = false;
  sessionStorage.setItem(told(), "1");
}

function pressed(event) {
  const hit = (what) => event.target.closest(`#sheet :is(${what})`);
  const target = hit(`button[data-value], a, input, label, [data-lights], ${screen.rows}`);
  if (!target) return false;
  if (target.matches("button[data-value]")) label(target.dataset.value);
  else if (target.matches("[data-lights]")) choose(rowById(target.dataset.lights));
  else if (target.matches(".onward")) next();
  else {
    if (target.matches(screen.rows)) choose(target);
    return false;
  }
  return true;
}

const rowById = (id) => document.getElementById(id);

/** Begin a screen of sheets. */
export function openSheets(own) {
  screen = { ...ROW, ...own };
  const value = (label) => label.value.replaceAll("_", " ") || "no label";
  const words = (label) => [value(label), ...(screen.more?.(label) ?? [])].join(", ");
  openLabels({ said: ["value", ...(screen.said ?? [])], words, changed });
  openWalk({
    begin,
    changed,
    words,
    before: foldTopic,
    lit: () => lit() && screen.item(lit()),
    light: (item) => rowOf(item) && light(rowOf(item)),
    passed: (item) => (isAway() ? onward() : goOn(rowOf(item))),
    acts: { up: () => move(-1), down: () => move(1), clear: () => label(""), ...screen.acts },
    pressed,
  });
  leadBack(focus);
}
