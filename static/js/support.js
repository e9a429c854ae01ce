/** Support: one sentence lit in its answer, the passage it cites beside it. */

import { openSheets, replaceMark, sheet } from "./sheet.js";

const lineOf = (pair) => document.getElementById(pair.dataset.line);
const citeOf = (pair) => sheet().querySelector(`[data-lights="${pair.id}"]`);
const sentenceOf = (pair) => lineOf(pair).querySelector(".sentence");
const narrow = matchMedia("(max-width: 52rem)");

/** Light a pair's sentence and its sign; with none, say that all is done. */
function light(pair) {
  for (const old of sheet().querySelectorAll(".sentences .lit")) old.classList.remove("lit");
  sheet().querySelector(".complete").hidden = pair !== null;
  sheet().querySelector(".frame-item").scrollTop = 0;
  if (!pair) return;
  lineOf(pair).classList.add("lit");
  citeOf(pair).classList.add("lit");
  lineOf(pair).scrollIntoView({ block: "nearest" });
  pair.querySelector("[data-focus]").focus({ preventScroll: true });
}

openSheets({
  rows: ".pair",
  focus: ".pair.lit [data-focus], .complete:not([hidden]) [data-focus]",
  item: (pair) => `support:${pair.dataset.citation}`,
  body: (pair) => ({ citation: pair.dataset.citation }),
  about: (pair) => sentenceOf(pair).textContent,
  show: (pair, value) => replaceMark(citeOf(pair).querySelector(".mark"), value),
  read: (pair) =>
    `${sentenceOf(pair).textContent} ${citeOf(pair).querySelector(".mark").textContent}`,
  words: (pair) => [pair.querySelector(".passage"), sentenceOf(pair)],
  complete: "Every citation of this response has its label. Enter for the next response.",
  left: (missing, all) => `${missing} of ${all} citations have no label yet.`,
  light,
  begin: () => {
    sheet().querySelector(".drawer").open = !narrow.matches;
  },
});
