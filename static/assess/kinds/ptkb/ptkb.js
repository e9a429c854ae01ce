/** PTKB statements: one highlighted next to the conversation up to its turn. */

import { openSheets, replaceMark, sheet } from "../../judging/sheet.js";

const textOf = (statement) => statement.querySelector(".text");
const turn = () => sheet().querySelector(".conversation .now");

openSheets({
  rows: ".nugget",
  focus: "[data-focus]",
  item: (statement) => statement.dataset.statement,
  body: (statement) => ({ statement: statement.dataset.statement }),
  about: (statement) => textOf(statement).textContent,
  show: (statement, value) => {
    statement.classList.toggle("given", value !== "");
    replaceMark(statement.querySelector(".mark"), value);
  },
  light: (statement) => statement?.scrollIntoView({ block: "nearest" }),
  read: (statement) =>
    `${textOf(statement).textContent} ${statement.querySelector(".mark").textContent}`,
  texts: () => [...sheet().querySelectorAll(".conversation p:not(.meant), .meant span[dir]")],
  words: textOf,
  complete: "Every statement has its label. Enter for the next turn.",
  left: (missing, all) => `${missing} of ${all} statements have no label yet.`,
  begin: () => turn().scrollIntoView({ block: "nearest" }),
});
