/** Relevance: tick what a segment covers, grade it by one key, then the next item. */

import { give } from "../../judging/labels.js";
import { highlight, highlightWords, openHighlights, readSpans, showHighlights } from "../../../texts/highlights.js";
import { say } from "../../../components/live.js";
import { grades, here, item, label, openSingle, refresh, wordsOf } from "../../judging/single_item.js";
import { mayJudge, sheet, tell } from "../../judging/walk.js";
import { rangeOf } from "../../../texts/spans.js";

let walking = false; // Enter and the arrows are for highlighting
let offer = null; // {item, words}: an override that should have a note

const boxes = () => [...sheet().querySelectorAll(".ticks input")];
const ticked = () => boxes().filter((box) => box.checked).map((box) => box.value);

/** Display. */

/** Return the grade that some ticks propose, "" for none. */
function proposed(ticks) {
  const all = sheet().dataset.proposes.split(" ");
  const grade = ticks.length ? all[Math.min(ticks.length, all.length) - 1] : "";
  return grades().some((button) => button.value === grade) ? grade : "";
}

function graded(value) {
  const says = wordsOf(value);
  return says === undefined ? "no grade" : `${value} ${says}`;
}

function words({ value, ticks, note, highlights, body }) {
  const parts = [graded(value)];
  if (boxes().length) parts.push(`${ticks.length} ticked`);
  if (note) parts.push(`note “${note}”`);
  if (highlights.length) parts.push(highlightWords(highlights, { here: body.segment === item() }));
  return parts.join(", ");
}

function drawn({ ticks, highlights }) {
  for (const box of boxes()) box.checked = ticks.includes(box.value);
  const grade = proposed(ticked());
  for (const button of grades()) button.classList.toggle("proposed", button.value === grade);
  const summary = sheet().querySelector(".ticked");
  if (summary) summary.textContent = `${ticked().length} of ${boxes().length} ticked`;
  const accept = sheet().querySelector(".accept span");
  if (accept) accept.textContent = walking ? "highlights" : grade ? `accepts ${grade}` : "accepts nothing yet";
  sheet().querySelector(".accept")?.classList.toggle("ready", walking || Boolean(grade));
  sheet().toggleAttribute("data-walking", walking);
  showHighlights(highlights);
  const noting = sheet().querySelector('[data-act="note"]');
  noting.classList.toggle("offered", Boolean(offer));
  if (offer) document.getElementById("say").textContent = `Say why in a note: ${offer.words}.`;
}

/** Actions of the assessor. */

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
  if (value && wanted && value !== wanted) {
    const { place } = sheet().dataset;
    offer = { item: item(), words: `segment ${place}: ${value}, ticks make ${wanted}` };
  }
  label(value, { accepting });
}

function accept() {
  const value = proposed(ticked());
  if (value) grade(value, { accepting: true });
  else if (ticked().length) tell("This scale has no grade for these ticks: press its key.");
  else tell("Nothing is ticked, so no grade is proposed: press a grade’s key.");
}

/** Withdraw an offer: its note is given. */
function noted() {
  offer = null;
  document.getElementById("say").textContent = "";
}

/** A long segment: from likely paragraph to likely paragraph. */

let likely = 0; // the place, among the likely paragraphs, of the one shown

/** Bring the likely paragraph that many steps further to the top. */
function stepToLikely(by) {
  const passage = document.getElementById("passage");
  const starts = passage.dataset.likely.split(" ").map(Number);
  likely = Math.max(0, Math.min(likely + by, starts.length - 1));
  const place = rangeOf(passage, [starts[likely], starts[likely] + 1]).getBoundingClientRect();
  const pane = passage.closest(".frame-item");
  const scroller = pane.scrollHeight > pane.clientHeight ? pane : document.scrollingElement;
  scroller.scrollBy({ top: place.top - Math.max(pane.getBoundingClientRect().top, 0) - 48 });
  tell(`Likely paragraph ${likely + 1} of ${starts.length}. The whole is above and below.`);
}

/** Open a long segment at its likeliest paragraph. */
function opened() {
  likely = 0;
  if (document.getElementById("passage").dataset.likely) stepToLikely(0);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-likely-step]");
  if (button) stepToLikely(Number(button.dataset.likelyStep));
});

/** From segment to segment. */

function begun() {
  const segment = item();
  openHighlights({
    spans: () => here().highlights,
    keep: (highlights) => {
      give(segment, { highlights });
      refresh();
    },
    mayJudge,
    tell,
    walks: (now) => {
      walking = now;
      refresh();
    },
  });
}

document.addEventListener("change", (event) => {
  if (event.target.matches("#sheet .ticks input")) tick();
});

document.addEventListener("keydown", (event) => {
  const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.repeat);
  if (event.key !== "Enter" || !plain || !event.target.matches("#sheet .ticks input")) return;
  event.preventDefault();
  if (mayJudge()) accept();
});

openSingle({
  said: ["value", "ticks", "note", "highlights"],
  label: "grade",
  done: "graded",
  graded,
  words,
  own: () => ({
    ticks: boxes().filter((box) => box.defaultChecked).map((box) => box.value),
    highlights: readSpans(document.getElementById("passage").dataset.highlights),
    about: sheet().dataset.title,
    body: { segment: item() },
  }),
  give: grade,
  drawn,
  begun,
  opened,
  noting: () => offer?.item ?? item(),
  noted,
  acts: { accept, highlight },
});
