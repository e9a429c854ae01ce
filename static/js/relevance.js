/** Relevance: tick what a segment covers, grade it by one key; the next is there. */

import { clock } from "./clock.js";
import { check } from "./keys.js";
import { count, give, labelOf, learn, openLabels } from "./labels.js";
import { highlight, highlightWords, openHighlights, readSpans, showHighlights } from "./highlights.js";
import { say } from "./live.js";
import { openTerms, showMarks } from "./marks.js";
import { noteOf } from "./noting.js";
import { showTalk, showUnsent } from "./talk.js";
import { onward, openWalk, sheet, tell } from "./walk.js";

let offer = null; // {item, words}: an override that could do with a note

const boxes = () => [...sheet().querySelectorAll(".ticks input")];
const grades = () => [...sheet().querySelectorAll(".labels button[name=value]")];
const item = () => sheet().dataset.segment;
const here = () => labelOf(item());
const ticked = () => boxes().filter((box) => box.checked).map((box) => box.value);

/* What the page shows. */

/** Return the grade that some ticks propose, "" for none. */
function proposed(ticks) {
  const all = sheet().dataset.proposes.split(" ");
  const grade = ticks.length ? all[Math.min(ticks.length, all.length) - 1] : "";
  return grades().some((button) => button.value === grade) ? grade : "";
}

function gradeWords(value) {
  const button = grades().find((each) => each.value === value);
  return button ? `${value} ${button.dataset.says}` : "no grade";
}

function words({ value, ticks, note, highlights, body }) {
  const parts = [gradeWords(value)];
  if (boxes().length) parts.push(`${ticks.length} ticked`);
  if (note) parts.push(`note “${note}”`);
  if (highlights.length) parts.push(highlightWords(highlights, { here: body.segment === item() }));
  return parts.join(", ");
}

function refresh() {
  const { value, ticks, note, highlights } = here();
  const { place, total } = sheet().dataset;
  document.getElementById("position").textContent = [
    `${place} of ${total}`,
    `${count.done} graded`,
    ...(count.skipped ? [`${count.skipped} skipped`] : []),
  ].join(" · ");
  for (const box of boxes()) box.checked = ticks.includes(box.value);
  const shown = boxes().filter((box) => box.checked).length;
  const grade = proposed(ticked());
  for (const button of grades()) {
    button.setAttribute("aria-pressed", String(button.value === value));
    button.classList.toggle("proposed", button.value === grade);
  }
  const summary = sheet().querySelector(".ticked");
  if (summary) summary.textContent = `${shown} of ${boxes().length} ticked`;
  const accept = sheet().querySelector(".accept span");
  if (accept) accept.textContent = grade ? `accepts ${grade}` : "accepts nothing yet";
  sheet().querySelector(".accept")?.classList.toggle("ready", Boolean(grade));
  showHighlights(highlights);
  document.getElementById("noted").textContent = note;
  document.querySelector(".noted").hidden = !note;
  const noting = sheet().querySelector('[data-act="note"]');
  noting.classList.toggle("offered", Boolean(offer));
  if (offer) document.getElementById("say").textContent = `A note could say why: ${offer.words}.`;
}

function changed(which, { elsewhere = false } = {}) {
  refresh();
  if (elsewhere && which === item()) tell("Changed in another window: it stands as shown.");
}

/* What the assessor does. */

function tick() {
  offer = null;
  give(item(), { ticks: ticked() });
  document.getElementById("say").textContent = "";
  refresh();
  const grade = proposed(ticked());
  say(grade ? `${ticked().length} ticked, Enter accepts ${grade}` : "Nothing ticked");
}

function grade(value, { accepting = false } = {}) {
  const wanted = proposed(ticked());
  offer = null;
  if (value !== here().value) give(item(), { value });
  if (value && wanted && value !== wanted) {
    const { place } = sheet().dataset;
    offer = { item: item(), words: `segment ${place}: ${value}, ticks make ${wanted}` };
  }
  refresh();
  if (value && (accepting || !("stay" in sheet().dataset))) onward();
}

function accept() {
  const value = proposed(ticked());
  if (value) grade(value, { accepting: true });
  else if (ticked().length) tell("This scale has no grade for these ticks: press its key.");
  else tell("Nothing is ticked, so no grade is proposed: press a grade’s key.");
}

async function takeNote() {
  const about = offer?.item ?? item();
  const label = labelOf(about);
  const note = await noteOf(`${label.about}: ${gradeWords(label.value)}`, label.note);
  if (note === null || note === labelOf(about).note) return;
  offer = null;
  document.getElementById("say").textContent = "";
  give(about, { note });
  refresh();
}

/* From segment to segment. */

/** Leave the next segment's drawer as this one's is. */
function keepDrawer(next) {
  const drawer = sheet().querySelector(".drawer").open;
  const opened = [...sheet().querySelectorAll(".drawer details")].map((each) => each.open);
  next.querySelector(".drawer").open = drawer;
  const parts = next.querySelectorAll(".drawer details");
  parts.forEach((part, place) => (part.open = opened[place] ?? part.open));
}

function begin(first) {
  const { segment, value, seen, note, place, title, total, done, skipped = 0 } = sheet().dataset;
  showUnsent([segment]);
  showTalk(segment);
  const label = learn(segment, {
    value,
    note,
    place,
    seen: Number(seen),
    ticks: boxes().filter((box) => box.defaultChecked).map((box) => box.value),
    highlights: readSpans(document.getElementById("passage").dataset.highlights),
    skipped: sheet().querySelector(".thread[data-skipped]") !== null,
    about: title,
    body: { segment },
    address: location.pathname,
  });
  if (first) {
    count.done = Number(done) + Boolean(label.value) - Boolean(value);
    count.skipped = Number(skipped);
  }
  clock.start(segment);
  openTerms({ done: focus });
  showMarks({
    texts: [...sheet().querySelectorAll("[data-terms]")],
    topic: sheet().querySelector("[data-topic]"),
  });
  openHighlights({
    spans: () => here().highlights,
    keep: (highlights) => {
      give(segment, { highlights });
      refresh();
    },
    tell,
  });
  check();
  refresh();
  focus();
  scrollTo(0, 0);
  say(`${place} of ${total}. ${title}`);
}

function focus() {
  sheet().querySelector("[data-focus]").focus({ preventScroll: true });
}

function pressed(event) {
  const button = event.target.closest("#sheet button[name=value]");
  if (button) grade(button.value);
  return button !== null;
}

document.addEventListener("change", (event) => {
  if (event.target.matches("#sheet .ticks input")) tick();
});

document.addEventListener("keydown", (event) => {
  const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.repeat);
  if (event.key !== "Enter" || !plain || !event.target.matches("#sheet .ticks input")) return;
  event.preventDefault();
  accept();
});

openLabels({ said: ["value", "ticks", "note", "highlights"], words, changed });
openWalk({
  begin,
  changed,
  words,
  before: keepDrawer,
  lit: item,
  light: () => {},
  passed: onward,
  acts: {
    accept,
    highlight,
    note: takeNote,
  },
  pressed,
});
