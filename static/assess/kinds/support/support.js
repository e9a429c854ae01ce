/** Support: one sentence highlighted in its response, the cited passage next to it. */

import { readAsChosen } from "../../../texts/answer.js";
import { say } from "../../../components/live.js";
import { openSheets, propose, replaceMark, sheet } from "../../judging/sheet.js";

const citeOf = (pair) => sheet().querySelector(`[data-lights="${pair.id}"]`);
const piecesOf = (pair) => sheet().querySelectorAll(`[data-sentence="${pair.dataset.of}"]`);
const sentenceOf = (pair) => pair.querySelector("blockquote");
const SEEN = 72; // pixels of a passage that are visible at least
const narrow = matchMedia("(max-width: 52rem)");

function show(pair, value) {
  replaceMark(citeOf(pair).querySelector(".mark"), value);
  if (pair.matches(".lit")) propose(pair);
}

/** Highlight a pair's sentence and its sign, wherever the sentence is in the response. */
function lightAnswer(pair) {
  for (const old of sheet().querySelectorAll("article .lit")) old.classList.remove("lit");
  if (!pair) return;
  for (const piece of piecesOf(pair)) piece.classList.add("lit");
  citeOf(pair).classList.add("lit");
  piecesOf(pair)[0].scrollIntoView({ block: "nearest" });
}

/** Bring a pair into view if a small window scrolls as a whole. */
function bring(pair) {
  const [top, text] = [pair, pair.querySelector(".passage")].map((each) => each.getBoundingClientRect().top);
  const bar = document.querySelector(".frame-bar .where").getBoundingClientRect(); // stays at the top
  if (top >= bar.bottom && text <= innerHeight / 2) return;
  pair.scrollIntoView();
  // The sentence stays at the top; some of the passage must be visible below it.
  const place = (node) => node.getBoundingClientRect().top;
  const hidden = place(pair.querySelector(".passage")) + SEEN - place(sheet().querySelector(".labels"));
  if (hidden > 0) scrollBy(0, hidden);
}

/** Update the current rendering from the labels that the page knows. */
function redraw() {
  for (const pair of sheet().querySelectorAll(".pair")) show(pair, pair.dataset.value);
  lightAnswer(sheet().querySelector(".pair.lit"));
}

/** Select a pair; without one, announce that all is done. */
function light(pair) {
  lightAnswer(pair);
  propose(pair);
  sheet().querySelector(".complete").hidden = pair !== null;
  sheet().querySelector(".frame-item").scrollTop = 0;
  if (pair) bring(pair);
  pair?.querySelector("[data-focus]").focus({ preventScroll: true });
}

openSheets({
  rows: ".pair",
  focus: ".pair.lit [data-focus], .complete:not([hidden]) [data-focus]",
  item: (pair) => `support:${pair.dataset.citation}`,
  body: (pair) => ({ citation: pair.dataset.citation }),
  about: (pair) => sentenceOf(pair).textContent,
  show,
  read: (pair) =>
    `${sentenceOf(pair).textContent} ${citeOf(pair).querySelector(".mark").textContent}`,
  texts: (pair) => (pair ? [pair.querySelector(".passage")] : []),
  words: sentenceOf,
  complete: "Every citation of this response has its label. Enter for the next response.",
  things: "citations",
  light,
  begin: () => {
    readAsChosen();
    redraw();
    sheet().querySelector(".drawer").open = !narrow.matches;
  },
});

document.addEventListener("answer:turned", redraw);

/** Show a machine's label next to the person's own, where the round shows it after. */
document.addEventListener("outbox:done", ({ detail: { action, answer } }) => {
  const frame = sheet().querySelector("template[data-shown-label]");
  if (!frame || !answer.shown || action.url !== sheet().dataset.api) return;
  const pair = document.getElementById(`pair-${action.body.citation}`);
  if (!pair || pair.querySelector(".shown")) return;
  const made = frame.content.firstElementChild.cloneNode(true);
  const mark = sheet().querySelector(`template[data-mark="${answer.shown}"]`);
  const drawn = mark.content.firstElementChild.cloneNode(true);
  drawn.querySelector(".unseen")?.classList.remove("unseen");
  made.querySelector("[data-mark-here]").replaceWith(drawn);
  pair.querySelector("header").append(made);
  say(made.textContent);
});
