/** Grading: one question highlighted next to the whole passage, and its answer in it. */

import { labelOf } from "../../assess/judging/labels.js";
import { change, lit, mayJudge, openSheets, propose, sheet, tell } from "../../assess/judging/sheet.js";
import { highlight, openHighlights, readSpans, showHighlights } from "../../texts/highlights.js";
import { brief, textOf as wordsAt } from "../../texts/spans.js";

const textOf = (row) => row.querySelector(".text");
const markOf = (row) => row.querySelector(".mark");
const passageOf = () => sheet().dataset.passage;
const itemOf = (row) => `${passageOf()}:${row.dataset.question}`;
const answerOf = (row) => (row ? labelOf(itemOf(row)).answer : []);

/** Show a question's answer next to it, and in the passage if the question is lit. */
function showAnswer(row) {
  const place = row.querySelector(".answered");
  const [span] = answerOf(row);
  place.hidden = !span;
  place.textContent = span ? `“${brief(wordsAt(document.getElementById("passage"), span))}”` : "";
  if (row === lit()) showHighlights(answerOf(row));
}

/** Mark the answer of the lit question. */
function markAnswer() {
  if (!lit()) {
    tell("Choose a question first: ↑ or ↓.");
    return;
  }
  document.getElementById("passage").closest("details").open = true;
  highlight();
}

function begin() {
  openHighlights({
    spans: () => answerOf(lit()),
    keep: (answer) => change(lit(), { answer }),
    mayJudge,
    tell,
    walks: (now) => sheet().toggleAttribute("data-walking", now),
    one: true,
    words: {
      help: "↓ ↑ by sentence, Shift for more, ← → by word; Enter takes the answer, Esc ends.",
      did: "The answer",
      undid: "No longer the answer",
      nothing: "The passage has no text.",
    },
  });
}

openSheets({
  rows: ".nugget",
  focus: "[data-focus]",
  said: ["answer"],
  own: (row) => ({ answer: readSpans(row.dataset.answer) }),
  more: ({ answer }) => (answer.length ? ["with its answer"] : []),
  begin,
  acts: { answer: markAnswer },
  item: itemOf,
  body: (row) => ({ passage: passageOf(), question: row.dataset.question }),
  about: (row) => textOf(row).textContent,
  show: (row, value) => {
    row.classList.toggle("given", value !== "");
    markOf(row).textContent = value || "–";
    showAnswer(row);
    if (row.matches(".lit")) propose(row);
  },
  light: (row) => {
    row?.scrollIntoView({ block: "nearest" });
    propose(row);
    showHighlights(answerOf(row));
  },
  read: (row) => `${textOf(row).textContent}. ${markOf(row).textContent}`,
  texts: () => [...sheet().querySelectorAll("article")],
  words: textOf,
  complete: "Every question has its grade. Enter for the next passage.",
  left: (missing, all) => `${missing} of ${all} questions have no grade yet.`,
});
