/** Grading: one question highlighted next to the whole passage. */

import { openSheets, sheet } from "../../assess/judging/sheet.js";

const textOf = (row) => row.querySelector(".text");
const markOf = (row) => row.querySelector(".mark");
const passageOf = () => sheet().dataset.passage;

/** Let Enter accept the grade that is shown for a question, until it has one. */
function propose(row) {
  const proposed = row && !row.dataset.value ? row.dataset.shown : "";
  for (const button of sheet().querySelectorAll(".labels [data-value]")) {
    const [own] = button.dataset.key.split(" ");
    const isIt = button.dataset.value === proposed;
    button.classList.toggle("proposed", isIt);
    button.dataset.key = isIt ? `${own} Enter` : own;
  }
  const onward = sheet().querySelector(".onward");
  onward.querySelector("kbd").hidden = Boolean(proposed);
  if (proposed) delete onward.dataset.key;
  else onward.dataset.key = "Enter";
}

openSheets({
  rows: ".nugget",
  focus: "[data-focus]",
  item: (row) => `${passageOf()}:${row.dataset.question}`,
  body: (row) => ({ passage: passageOf(), question: row.dataset.question }),
  about: (row) => textOf(row).textContent,
  show: (row, value) => {
    row.classList.toggle("given", value !== "");
    markOf(row).textContent = value || "–";
    if (row.matches(".lit")) propose(row);
  },
  light: (row) => {
    row?.scrollIntoView({ block: "nearest" });
    propose(row);
  },
  read: (row) => `${textOf(row).textContent}. ${markOf(row).textContent}`,
  texts: () => [...sheet().querySelectorAll("article")],
  words: textOf,
  complete: "Every question has its grade. Enter for the next passage.",
  left: (missing, all) => `${missing} of ${all} questions have no grade yet.`,
});
