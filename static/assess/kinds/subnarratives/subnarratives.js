/** The list of sub-narratives, next to the narrative that they are parts of. */

import { check } from "../../../components/keys.js";
import { say } from "../../../components/live.js";
import { addBoxes } from "../../judging/lists/box.js";
import { beside, choiceIn, choose, chosen, drop, editor, made, rowOf, rows, textOf, word } from "../../judging/lists/list.js";
import { openList } from "../../judging/lists/list_editor.js";
import { openTalks, refreshTalk } from "../../judging/threads/talk.js";

const WORDS = { vital: "vital", okay: "okay", unset: "–" };
const weightOf = (row) => row.querySelector(".importance").textContent;
const inOneLine = (text) => text.split(/\s+/).filter(Boolean).join(" ");
const folded = (text) => inOneLine(text.replace(/^[\s"'“”‘’]+|[\s"'“”‘’]+$/g, "")).toLowerCase();

const add = (row, { text }, key) => choose(made(inOneLine(text), key, row));

/** Return why a step cannot be taken: the words are there already, or nothing would change. */
function problem({ action, text }, row) {
  const others = rows().filter((each) => action === "add" || each !== row);
  const isTwin = text !== undefined && others.some((each) => folded(textOf(each)) === folded(text));
  const isSo = row && action in WORDS && weightOf(row) === WORDS[action];
  const isAtEnd = row && { up: !beside(row, -1), down: !beside(row, 1) }[action];
  const words = isTwin ? "There is a sub-narrative in these words already." : isSo || isAtEnd ? "It already is." : "";
  const error = document.getElementById("box-error");
  if (error) Object.assign(error, { textContent: words, hidden: !words });
  return words;
}

function count() {
  const given = rows().map(weightOf);
  for (const place of editor().querySelectorAll("[data-count]")) {
    const wanted = WORDS[place.dataset.count];
    place.textContent = String(given.filter((one) => !wanted || one === wanted).length);
  }
  document.getElementById("no-part").hidden = given.length > 0;
  refreshTalk();
}

/** Say before a sub-narrative is dropped in how many grades its person ticked it. */
function warn(row) {
  const asks = document.querySelector("#box .asks");
  if (!asks) return;
  asks.querySelector(".count").textContent = row.dataset.ticked;
  say(asks.textContent);
}

const itemOf = (row) => choiceIn(row).value;

function inHand() {
  const row = chosen()?.closest(".nugget");
  return row ? { item: itemOf(row), about: `Sub-narrative “${textOf(row)}”` } : null;
}

/** Show a review that was finished in another window. */
document.addEventListener("outbox:conflict", ({ detail: { action, answer } }) => {
  if (action.url === editor().dataset.api && answer.open === false) location.reload();
});

addBoxes({ fills: warn });

openList({
  fields: ["text"],
  onNone: ["undo", "redo", "add"],
  words: { add: "a new sub-narrative" },
  says: ({ action, text }, { row }) =>
    ({
      add: `“${text}” added`,
      reword: `now: ${text}`,
      drop: `dropped: ${textOf(row)}`,
      up: `moved up: ${textOf(row)}`,
      down: `moved down: ${textOf(row)}`,
    })[action] ?? (row ? `${WORDS[action]}: ${textOf(row)}`.replace("–", "no importance") : ""),
  draws: {
    add,
    drop,
    reword: (row, { text }) => word(row, inOneLine(text)),
  },
  asks: (action, row) => action !== "drop" || Number(row?.dataset.ticked) > 0,
  problem,
  again: (body) => {
    // The words of one that was dropped meanwhile become a new one.
    if (body.text && body.on && !rowOf(body.on)) Object.assign(body, { action: "add", on: chosen()?.value ?? null });
  },
  edited: count,
  selected: refreshTalk,
  arrived: count,
  begin: () => {
    openTalks({ inHand, rows, itemOf });
    check();
  },
});
count();
