/** A page with one item to label: shared by relevance and adjudication. */

import { clock } from "./clock.js";
import { answerOf } from "../../components/dialogs.js";
import { check, leadBack } from "../../components/keys.js";
import { count, give, labelOf, learn, openLabels } from "./labels.js";
import { say } from "../../components/live.js";
import { putAway, takeUp } from "../../outbox/drafts.js";
import { openTerms, showMarks } from "../../texts/marks.js";
import { brief } from "../../texts/spans.js";
import { showTalk, showUnsent } from "./threads/talk.js";
import { onward, openWalk, sheet, tell } from "./walk.js";

export const grades = () => [...sheet().querySelectorAll(".labels button[name=value]")];
export const item = () => sheet().dataset.name;
export const here = () => labelOf(item());

let screen; // a screen's own parts: see openSingle

/** Return the words of a grade's button, undefined if there is none. */
export function wordsOf(value) {
  return grades().find((each) => each.value === value)?.dataset.says;
}

/** Return the place of the current item: "segment 37 of 120". */
function position() {
  const { thing, place, total } = sheet().dataset;
  return `${thing} ${place} of ${total}`;
}

/** Show the current label, and the progress of the work. */
export function refresh() {
  const { value, note } = here();
  document.getElementById("position").textContent = [
    position(),
    `${count.done} ${screen.done}`,
    ...(count.skipped ? [`${count.skipped} skipped`] : []),
  ].join(" · ");
  for (const button of grades()) {
    button.setAttribute("aria-pressed", String(button.value === value));
  }
  document.getElementById("noted").textContent = note;
  document.querySelector(".noted").hidden = !note;
  screen.drawn(here());
}

/** Give the current item a value, and go on unless the person stays or takes it back. */
export function label(value, { accepting = false } = {}) {
  if (value !== here().value) give(item(), { value });
  refresh();
  if (!value) tell(`No ${screen.label}: ${brief(here().about)}`);
  if (value && (accepting || !("stay" in sheet().dataset))) onward();
}

function changed(which, { elsewhere = false } = {}) {
  refresh();
  if (elsewhere && which === item()) tell("Changed in another window: its current label is shown.");
}

/** Ask for the note of an item in a dialog. */
function takeNote() {
  const dialog = document.getElementById("noting");
  const box = dialog.querySelector("textarea");
  const which = screen.noting();
  const about = `${labelOf(which).about}: ${screen.graded(labelOf(which).value)}`;
  document.getElementById("noting-about").textContent = about;
  takeUp(box, `note.${sheet().dataset.api}${which}`, labelOf(which).note, { what: `Note on ${about}` });
  dialog.showModal();
  box.focus();
  answerOf(dialog, () => {
    const note = box.value.trim();
    if (note !== labelOf(which).note) {
      screen.noted();
      give(which, { note });
      refresh();
    }
    putAway(box); // afterwards: until they are queued, its words are nowhere else
  });
}

/** Keep the folded parts of this page folded on the next item's page. */
function keepFolds(next) {
  const drawer = sheet().querySelector(".drawer");
  const parts = (root) => [...root.querySelectorAll(".drawer details")];
  const opened = parts(sheet()).map((each) => each.open);
  next.querySelector(".drawer").open = drawer.open;
  parts(next).forEach((part, place) => (part.open = opened[place] ?? part.open));
}

function begin(first) {
  const { name, value, seen, note, place, done, skipped = 0 } = sheet().dataset;
  screen.prepare();
  showUnsent([name]);
  showTalk(name);
  const own = screen.own();
  const known = learn(name, {
    value,
    note,
    place,
    seen: Number(seen),
    skipped: sheet().querySelector(".thread[data-skipped]") !== null,
    address: location.pathname,
    ...own,
  });
  if (first) {
    count.done = Number(done) + Number(Boolean(known.value)) - Number(Boolean(value));
    count.skipped = Number(skipped);
  }
  clock.start(name);
  openTerms({ done: focus });
  showMarks({
    texts: [...sheet().querySelectorAll("[data-terms]")],
    topic: sheet().querySelector("[data-topic]"),
  });
  screen.begun();
  check();
  refresh();
  focus();
  bring();
  screen.opened();
  say([position(), own.about, ...screen.spoken()].join(". "));
}

const heading = () => sheet().querySelector("[data-focus]");

function focus() {
  heading().focus({ preventScroll: true });
}

/** Begin at the top, or further down if the parts above the item take the room. */
function bring() {
  scrollTo(0, 0);
  if (heading().getBoundingClientRect().top > innerHeight / 2) heading().scrollIntoView({ block: "center" });
}

function pressed(event) {
  const button = event.target.closest("#sheet button[name=value]");
  if (button) screen.give(button.value);
  return button !== null;
}

/** Open a screen of single items.
 *
 * said: the fields of a label. label: the word for one. done: the word for labelled.
 * own(): the other fields of the item's label, at least `about` and `body`.
 * graded(value), words(label): a label in words. give(value): what a grade's key does.
 * drawn(label) draws the rest of it. prepare(), begun(): before and after an item's text
 * is marked; opened(): it is in view. noting(): the item that gets the note; noted(): it
 * has it. spoken(): what is announced of an item after its name.
 */
export function openSingle({ said = ["value", "note"], acts = {}, ...own }) {
  const nothing = () => {};
  screen = {
    label: "label",
    graded: (value) => wordsOf(value) ?? "no label",
    words: ({ value, note }) => screen.graded(value) + (note ? `, note “${note}”` : ""),
    give: label,
    drawn: nothing,
    prepare: nothing,
    begun: nothing,
    opened: nothing,
    noting: item,
    noted: nothing,
    spoken: () => [],
    ...own,
  };
  openLabels({ said, words: screen.words, changed });
  openWalk({
    begin,
    changed,
    words: screen.words,
    before: keepFolds,
    lit: item,
    light: nothing,
    passed: onward,
    acts: { note: takeNote, ...acts },
    pressed,
  });
  leadBack(focus);
}
