/** Adjudication: what the judges said side by side, settled by one key; the next is there. */

import { readAsChosen } from "./answer.js";
import { clock } from "./clock.js";
import { check } from "./keys.js";
import { count, give, labelOf, learn, openLabels } from "./labels.js";
import { say } from "./live.js";
import { openTerms, showMarks } from "./marks.js";
import { noteOf } from "./noting.js";
import { showTalk, showUnsent } from "./talk.js";
import { onward, openWalk, sheet, tell } from "./walk.js";

const grades = () => [...sheet().querySelectorAll(".labels button[name=value]")];
const item = () => sheet().dataset.name;
const here = () => labelOf(item());
const about = () => sheet().querySelector("[data-about]").textContent;

/* What the page shows. */

function gradeWords(value) {
  const button = grades().find((each) => each.value === value);
  return button ? button.dataset.says : "no label";
}

function words({ value, note }) {
  return note ? `${gradeWords(value)}, note “${note}”` : gradeWords(value);
}

function refresh() {
  const { value, note } = here();
  const { place, total } = sheet().dataset;
  document.getElementById("position").textContent = [
    `${place} of ${total}`,
    `${count.done} settled`,
    ...(count.skipped ? [`${count.skipped} skipped`] : []),
  ].join(" · ");
  for (const button of grades()) {
    button.setAttribute("aria-pressed", String(button.value === value));
  }
  document.getElementById("noted").textContent = note;
  document.querySelector(".noted").hidden = !note;
}

function changed(which, { elsewhere = false } = {}) {
  refresh();
  if (elsewhere && which === item()) tell("Changed in another window: it stands as shown.");
}

/* What the adjudicator does. */

function settle(value) {
  if (value !== here().value) give(item(), { value });
  refresh();
  if (value && !("stay" in sheet().dataset)) onward();
}

async function takeNote() {
  const label = here();
  const which = item();
  const note = await noteOf(`${label.about}: ${gradeWords(label.value)}`, label.note);
  if (note === null || note === labelOf(which).note) return;
  give(which, { note });
  refresh();
}

/* From item to item. */

/** Leave the next item's drawer as this one's is. */
function keepDrawer(next) {
  next.querySelector(".drawer").open = sheet().querySelector(".drawer").open;
}

function begin(first) {
  const { name, value, seen, note, place, total, done, skipped = 0 } = sheet().dataset;
  readAsChosen();
  showUnsent([name]);
  showTalk(name);
  const label = learn(name, {
    value,
    note,
    place,
    seen: Number(seen),
    skipped: sheet().querySelector(".thread[data-skipped]") !== null,
    about: about(),
    body: { item: sheet().dataset.item },
    address: location.pathname,
  });
  if (first) {
    count.done = Number(done) + Boolean(label.value) - Boolean(value);
    count.skipped = Number(skipped);
  }
  clock.start(name);
  openTerms({ done: focus });
  showMarks({
    texts: [...sheet().querySelectorAll("[data-terms]")],
    topic: sheet().querySelector("[data-topic]"),
  });
  check();
  refresh();
  focus();
  scrollTo(0, 0);
  say(`${place} of ${total}. ${about()}. ${sides()}`);
}

/** Return what each judge said, to be spoken. */
function sides() {
  const all = [...sheet().querySelectorAll(".side > p:first-child")];
  return all.map((side) => side.textContent.replaceAll(/\s+/g, " ").trim()).join("; ");
}

function focus() {
  sheet().querySelector("[data-focus]").focus({ preventScroll: true });
}

function pressed(event) {
  const button = event.target.closest("#sheet button[name=value]");
  if (button) settle(button.value);
  return button !== null;
}

openLabels({ said: ["value", "note"], words, changed });
openWalk({
  begin,
  changed,
  words,
  before: keepDrawer,
  lit: item,
  light: () => {},
  passed: onward,
  acts: { note: takeNote },
  pressed,
});
