/** Uncited sentences: the sentences of a response that cite nothing, one highlighted. */

import { openSheets, replaceMark, sheet } from "../../judging/sheet.js";

const textOf = (sentence) => sentence.querySelector(".text");

openSheets({
  rows: ".nugget",
  focus: "[data-focus]",
  item: (sentence) => sentence.dataset.sentence,
  body: (sentence) => ({ sentence: sentence.dataset.sentence }),
  about: (sentence) => textOf(sentence).textContent,
  show: (sentence, value) => {
    sentence.classList.toggle("given", value !== "");
    replaceMark(sentence.querySelector(".mark"), value);
  },
  light: (sentence) => sentence?.scrollIntoView({ block: "nearest" }),
  read: (sentence) =>
    `${textOf(sentence).textContent} ${sentence.querySelector(".mark").textContent}`,
  texts: () => [...sheet().querySelectorAll(".response-lines [dir]")],
  words: textOf,
  complete: "Every sentence without a citation has its label. Enter for the next response.",
  left: (missing, all) => `${missing} of ${all} sentences have no label yet.`,
});
