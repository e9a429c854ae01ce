/** A topic's questions as a person's draft would have them, beside what that would change. */

import { setOut } from "../../assess/judging/course.js";
import { addBoxes } from "../../assess/judging/lists/box.js";
import { choose, chosen, editor, goal, made, rowOf, textOf, titleOf, word } from "../../assess/judging/lists/list.js";
import { newest, openList } from "../../assess/judging/lists/list_editor.js";
import { Pane } from "../../assess/judging/pane.js";
import { allSent } from "../../assess/judging/turn.js";
import { check } from "../../components/keys.js";
import { pending } from "../../outbox/outbox.js";
import { untilDone } from "../../outbox/tries.js";
import { reread } from "../../texts/marks.js";

const WAIT = 120; // milliseconds before a selected question's passages are fetched
const NO_FACET = "no facet";
const beside = new Pane("beside", "passages");
const effect = new Pane("effect", "account of what would change");
const panel = document.getElementById("what-if");
const draft = document.getElementById("draft");
let timer = null;
let isReady = false; // the draft's form may be sent: all edits are saved

/** Drawings. */

const isNew = (row) => row.classList.contains("new");
const lines = (text) => text.split("\n").filter((line) => line.trim());

function withdraw(row, isGone = true) {
  row.classList.toggle("gone", isGone);
  row.querySelector(".importance").textContent = isGone ? "out" : isNew(row) ? "new" : "–";
}

/** Draw a new question in place of others, which are withdrawn, or gone if new themselves. */
function replace(olds, text, key) {
  const [first] = olds;
  const row = made(text.trim(), key);
  row.classList.add("new");
  row.dataset.goal = first.dataset.goal;
  if (row.querySelector(".goal")) goal(row, titleOf(first.dataset.goal), NO_FACET);
  first.before(row);
  choose(row);
  for (const old of olds) {
    if (isNew(old)) old.remove();
    else withdraw(old);
  }
}

function reword(row, { text }, key) {
  if (isNew(row)) word(row, text.trim());
  else replace([row], text, key);
}

function merge(_row, { text, marked }, key) {
  const olds = marked.map(rowOf).filter(Boolean);
  if (olds.length) replace(olds, text, key);
}

function add(row, { text }, key) {
  const drawn = made(text.trim(), key, row);
  drawn.classList.add("new");
  choose(drawn);
}

function map(row, { subnarrative }) {
  row.dataset.goal = subnarrative;
  goal(row, titleOf(subnarrative), NO_FACET);
}

function accept(row, { answers }) {
  row.dataset.answers = answers;
  row.querySelector(".answers").textContent = lines(answers).join(" · ");
}

const SAYS = {
  withdraw: (_said, { row }) => `withdrawn: ${textOf(row)}`,
  restore: (_said, { row }) => `restored: ${textOf(row)}`,
  add: ({ text }) => `new: ${text.trim()}`,
  reword: ({ text }) => `now: ${text.trim()}`,
  merge: ({ text }) => `merged: ${text.trim()}`,
  key: ({ answers }) => `accepted answers: ${lines(answers).length}`,
  map: ({ subnarrative }) => `facet: ${titleOf(subnarrative) || "none"}`,
};

/** What is beside the list. */

function showPassages() {
  clearTimeout(timer);
  const name = chosen()?.value ?? "";
  if (document.getElementById("beside").dataset.question === name) return;
  const address = `${editor().dataset.passages}&question=${name}`;
  beside.show(address).then((came) => came && reread());
}

function showSoon() {
  clearTimeout(timer);
  timer = setTimeout(showPassages, WAIT);
}

/** Show what the saved draft would change, if that is open. */
const showEffect = untilDone(async () => {
  if (!panel.open) return true;
  return (await effect.show(editor().dataset.effect, { failing: "it is tried again by itself." })) !== false;
});

/** Show the one of withdraw and restore that the selected question allows. */
function offer() {
  const isGone = chosen()?.closest(".nugget").classList.contains("gone") ?? false;
  for (const button of document.querySelectorAll("#act [data-key=x]")) {
    button.hidden = (button.value === "restore") !== isGone;
  }
  check();
}

panel.addEventListener("toggle", showEffect);

document.getElementById("to-effect").addEventListener("click", (event) => {
  event.preventDefault();
  panel.open = !panel.open;
  if (!panel.open) return;
  document.getElementById("passages").open = true;
  panel.scrollIntoView({ block: "nearest" });
});

/** The draft as a whole: sent once the server has every edit. */

draft.addEventListener("submit", (event) => {
  if (isReady) return;
  const button = event.submitter;
  event.preventDefault();
  setOut(async (isWanted) => {
    await allSent();
    if (!isWanted() || pending().length) return;
    isReady = true;
    draft.elements.seen.value = newest();
    draft.requestSubmit(button);
  });
});

addEventListener("pageshow", () => (isReady = false));

document.addEventListener("keydown", (event) => {
  if (!event.ctrlKey || event.key !== "Enter" || event.repeat || event.target.closest("#box, dialog")) return;
  event.preventDefault();
  document.getElementById("apply").click();
});

addBoxes({
  what: { key: (row) => `Accepted answers of “${textOf(row)}”` },
  start: { key: (row) => row.dataset.answers },
});

function selected() {
  offer();
  showSoon();
}

openList({
  fields: ["text", "answers", "subnarrative"],
  onNone: ["undo", "redo", "add"],
  words: { add: "a new question", key: "accepted answers", map: "facet" },
  query: editor().dataset.look,
  says: (said, at) => SAYS[said.action]?.(said, at),
  draws: {
    withdraw: (row) => withdraw(row),
    restore: (row) => withdraw(row, false),
    add,
    reword,
    merge,
    key: accept,
    map,
  },
  edited: selected,
  selected,
  arrived: () => {
    offer();
    showPassages();
    showEffect();
  },
  begin: offer,
});
