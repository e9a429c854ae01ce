/** Grading: one question highlighted next to the whole passage, and its answer in it. */

import { labelOf } from "../../assess/judging/labels.js";
import { change, lit, markOf, mayJudge, openSheets, propose, sheet, tell } from "../../assess/judging/sheet.js";
import { highlight, openHighlights, readSpans, showHighlights } from "../../texts/highlights.js";
import { brief, textOf } from "../../texts/spans.js";

const passageOf = () => sheet().dataset.passage;
const answerOf = (row) => (row ? labelOf(`${passageOf()}:${row.dataset.question}`).answer : []);

/** Show a question's answer next to it, and in the passage if the question is lit. */
function showAnswer(row) {
  const place = row.querySelector(".answered");
  const [span] = answerOf(row);
  place.hidden = !span;
  place.textContent = span ? `“${brief(textOf(document.getElementById("passage"), span))}”` : "";
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
  said: ["answer"],
  own: (row) => ({ answer: readSpans(row.dataset.answer) }),
  more: ({ answer }) => (answer.length ? ["with its answer"] : []),
  begin,
  acts: { answer: markAnswer },
  body: (row) => ({ passage: passageOf(), question: row.dataset.question }),
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
  complete: "Every question has its grade. Enter for the next passage.",
  left: (missing, all) => `${missing} of ${all} questions have no grade yet.`,
});
