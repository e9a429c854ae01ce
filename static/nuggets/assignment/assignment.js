/** Assignment: one nugget highlighted next to the whole response. */

import { readAsChosen } from "../../texts/answer.js";
import { openSheets, replaceMark, sheet } from "../../assess/judging/sheet.js";

const textOf = (nugget) => nugget.querySelector(".text");
const responseOf = () => sheet().dataset.response;

openSheets({
  rows: ".nugget",
  focus: "[data-focus]",
  item: (nugget) => `${responseOf()}:${nugget.dataset.nugget}`,
  body: (nugget) => ({ response: responseOf(), nugget: nugget.dataset.nugget }),
  about: (nugget) => textOf(nugget).textContent,
  show: (nugget, value) => {
    nugget.classList.toggle("given", value !== "");
    replaceMark(nugget.querySelector(".mark"), value);
  },
  light: (nugget) => nugget?.scrollIntoView({ block: "nearest" }),
  read: (nugget) =>
    `${textOf(nugget).textContent}. ${nugget.querySelector(".mark").textContent}`,
  texts: () => [...sheet().querySelectorAll("article")],
  words: textOf,
  complete: "Every nugget has its label. Enter for the next response.",
  left: (missing, all) => `${missing} of ${all} nuggets have no label yet.`,
  begin: readAsChosen,
});
